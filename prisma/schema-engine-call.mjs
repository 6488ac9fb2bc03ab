// Runs one request of Prisma's CLI with the modules of the built catalog.
import { existsSync, readFileSync } from 'node:fs';
import { embeddedAdapter, postgresqlAdapter, scratchAdapter } from './engine-drivers.mjs';
import { withSchemaEngine } from './wasm-engine.mjs';

const useMigrationNew =
  'It takes the partitions of the time-series indices, which are made while the catalog runs, for changes to undo. ' +
  'Change prisma/schema.prisma, run `npm run migration:new -- <name>`, read and finish what it writes, then apply it ' +
  'with `npx prisma migrate deploy` or the next start.';

/** The first request of `migrate dev`, which no other command sends, and the request of `db push`. */
const refused = {
  devDiagnostic: `\`prisma migrate dev\` would have this database reset. ${useMigrationNew}`,
  schemaPush: `\`prisma db push\` would drop tables of this database. ${useMigrationNew}`,
};

/** Uses one engine per call, so that the embedded database is closed, and free for the seed, when the call ends. */
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

/** The CLI reads only objects; some calls return text or nothing. */
const answer = (result) => (typeof result === 'object' ? (result ?? {}) : {});

/** @param work gets the database as the catalog's migration target and as the engine's adapter */
async function withDatabase(url, work) {
  if (!url) throw new Error('No database: set DATABASE_URL, or see prisma.config.ts');
  if (!isEmbedded(url)) {
    const { postgresqlTarget } = await built('postgresql/migration');
    const { connectionConfig, parseSchema } = await built('postgresql/connection');
    const adapter = postgresqlAdapter(connectionConfig(url), parseSchema(url));
    return work({ target: postgresqlTarget(url), adapter });
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

/** Whether the URL is the placeholder that prisma.config.ts uses without a DATABASE_URL. */
export function isEmbedded(url) {
  return new URL(url).hostname === 'embedded';
}

export async function built(module) {
  const file = new URL(`../dist/db/${module}.js`, import.meta.url);
  if (!existsSync(file)) throw new Error('Prisma runs on the built catalog here: run `npm run build` first.');
  return import(file.href);
}
