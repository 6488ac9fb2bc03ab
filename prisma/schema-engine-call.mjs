// What one request of Prisma's CLI does, on the built catalog's own modules.
import { existsSync, readFileSync } from 'node:fs';

/** An engine a call, so that the embedded database is closed, and free for the seed, when the answer is given. */
export async function callEngine(method, params, url, schemaFiles) {
  const { withSchemaEngine } = await built('schema-engine');
  const datamodels = schemaFiles.map((path) => [path, readFileSync(path, 'utf8')]);
  const name = method === 'getDatabaseVersion' ? 'version' : method;
  const run = (adapter) => withSchemaEngine(adapter, (engine) => engine[name](params), datamodels);
  if (name !== 'diff') return answer(await withDatabase(url, run));

  const live = [params.from.tag, params.to.tag].some((tag) => tag === 'url' || tag === 'schemaDatasource');
  const { scratchAdapter } = await built('migrate-embedded');
  const { exitCode, stdout } = await (live ? withDatabase(url, run) : run(scratchAdapter));
  return { exitCode, print: stdout };
}

/** Some calls return text or nothing; the CLI looks at the objects only. */
const answer = (result) => (typeof result === 'object' ? (result ?? {}) : {});

async function withDatabase(url, run) {
  if (!url) throw new Error('No database: set DATABASE_URL, or see prisma.config.ts');
  if (!isEmbedded(url)) return (await built('migrate-postgresql')).postgresqlTarget(url).exclusively(run);
  const { openEmbedded } = await built('embedded');
  const { embeddedTarget } = await built('migrate-embedded');
  const { pglite, close } = await openEmbedded(new URL(url).searchParams.get('dataDir'));
  try {
    return await embeddedTarget(pglite).exclusively(run);
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
