// What one request of Prisma's CLI does, on the built catalog's own modules.
import { existsSync, readFileSync } from 'node:fs';
import { embeddedAdapter, postgresqlAdapter, scratchAdapter } from './engine-drivers.mjs';
import { withSchemaEngine } from './wasm-engine.mjs';

const useMigrationNew =
  'It takes the partitions of the time-series indices, which are made while the catalog runs, for changes to undo. ' +
  'Change prisma/schema.prisma, run `npm run migration:new -- <name>`, read and finish what it writes, then apply it ' +
  'with `npx prisma migrate deploy` or the next start.';

/** The first question of `migrate dev`, which nothing else asks, and the operation of `db push`. */
const refused = {
  devDiagnostic: `\`prisma migrate dev\` would have this database reset. ${useMigrationNew}`,
  schemaPush: `\`prisma db push\` would drop tables of this database. ${useMigrationNew}`,
};

/** An engine a call, so that the embedded database is closed, and free for the seed, when the answer is given. */
export async function callEngine(method, params, url, schemaFiles) {
  if (refused[method]) throw new Error(refused[method]);
  if (method === 'applyMigrations') {
    const { migrate } = await built('migrations/migrate');
    const { applied } = await withDatabase(url, ({ target }) =>
      migrate(target, params.migrationsList.baseDir),
    );
    return { appliedMigrationNames: applied };
  }

  const datamodels = schemaFiles.map((path) => [path, readFileSync(path, 'utf8')]);
  const name = method === 'getDatabaseVersion' ? 'version' : method;
  const run = (adapter) => withSchemaEngine(adapter, (engine) => engine[name](params), datamodels);
  const runLive = () => withDatabase(url, ({ adapter }) => run(adapter));
  if (name !== 'diff') return answer(await runLive());

  const live = [params.from.tag, params.to.tag].some((tag) => tag === 'url' || tag === 'schemaDatasource');
  const { exitCode, stdout } = await (live ? runLive() : run(scratchAdapter));
  return { exitCode, print: stdout };
}

/** Some calls return text or nothing; the CLI looks at the objects only. */
const answer = (result) => (typeof result === 'object' ? (result ?? {}) : {});

/** @param work takes the database twice: as what the catalog migrates, and as what the engine works on */
async function withDatabase(url, work) {
  if (!url) throw new Error('No database: set DATABASE_URL, or see prisma.config.ts');
  if (!isEmbedded(url)) {
    const { postgresqlTarget } = await built('postgresql/migration');
    return work({ target: postgresqlTarget(url), adapter: postgresqlAdapter(url) });
  }
  const { openEmbedded } = await built('embedded/embedded');
  const { embeddedTarget } = await built('embedded/migration');
  const { client, close } = await openEmbedded(new URL(url).searchParams.get('dataDir'));
  try {
    return await work({ target: embeddedTarget(client), adapter: embeddedAdapter(client) });
  } finally {
    await close();
  }
}

/** The placeholder that prisma.config.ts writes where there is no DATABASE_URL. */
export function isEmbedded(url) {
  return new URL(url).hostname === 'embedded';
}

export async function built(module) {
  const file = new URL(`../dist/db/${module}.js`, import.meta.url);
  if (!existsSync(file)) throw new Error('Prisma runs on the built catalog here: run `npm run build` first.');
  return import(file.href);
}
