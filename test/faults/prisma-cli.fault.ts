import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { migrate, resolveMigration } from '../../src/db/migrations/migrate.js';
import { openDatabase } from '../../src/db/open.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { folderWith, onServer, readLedger, type Scratch, server } from '../support/migrations.js';
import { root } from '../support/root.js';

const path = (name: string) => fileURLToPath(new URL(name, root));

/** Files that Prisma's engine needs. */
const skip = !existsSync(path('dist/db/migrations/migrate.js')) && 'npm run build comes first';

/** Runs Prisma's CLI in the checkout. */
function prisma(args: string, env: Record<string, string>) {
  const command = [path('node_modules/prisma/build/index.js'), ...args.split(' ')];
  const options = { cwd: path('.'), env: { PATH: process.env.PATH, ...env } };
  return new Promise<{ code: unknown; output: string }>((resolve) =>
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );
}

/** Writes a Prisma configuration with another folder of migrations. Returns its path. */
async function writeConfig(dir: string, migrations: string) {
  const settings = {
    schema: path('prisma/schema.prisma'),
    migrations: { path: migrations },
    datasource: { url: '$url' },
  };
  const text = JSON.stringify(settings).replace('"$url"', 'process.env.DATABASE_URL');
  await writeFile(join(dir, 'prisma.config.mjs'), `export default ${text};`);
  return join(dir, 'prisma.config.mjs');
}

const open = (dataDir: string) =>
  openDatabase({ databaseUrl: undefined, dataDir, poolSize: 1, onIdleError: () => {} });

t.test('the migrations together equal schema.prisma', async (t) => {
  const diff =
    'migrate diff --from-migrations prisma/migrations --to-schema prisma/schema.prisma --exit-code';
  const { code, output } = await prisma(diff, {});
  t.equal(code, 0, output);
});

t.test('prisma migrate dev changes no events and names the command to run instead', { skip }, async (t) => {
  const dataDir = t.testdir();
  const index = `CREATE TABLE kept PARTITION OF timeseries_events FOR VALUES IN ('kept');
    INSERT INTO timeseries_events (index_name, urn, timestamp_millis, event) VALUES ('kept', 'urn:li:x', 1, '{}')`;
  const db = await open(dataDir);
  await migrate(db.migration);
  for (const sql of index.split(';')) await db.query(sql);
  await db.close();
  for (const command of ['migrate dev', 'db push --accept-data-loss']) {
    const { code, output } = await prisma(command, { DATA_DIR: dataDir });
    t.equal(code, 1);
    t.match(output, /npm run migration:new/, command);
    t.notMatch(output, /migrate reset/);
  }
  const again = await open(dataDir);
  t.same(await again.query('SELECT urn FROM kept'), [{ urn: 'urn:li:x' }]);
  await again.close();
});

t.test(
  'prisma migrate deploy, status and resolve agree with the catalog',
  { skip: skip || (!server && 'needs PostgreSQL') },
  async (t) => {
    const name = '29990101000000_last';
    const dir = t.testdir();
    const migrations = await folderWith(dir, name, 'CREATE TABLE last (id int)');
    const more = `--config ${await writeConfig(dir, migrations)}`;
    const urls = [await scratchDatabaseUrl(t, server, null), await scratchDatabaseUrl(t, server, null)];
    const [ours, theirs] = urls.map((url) => onServer(t, url)) as [Scratch, Scratch];
    const env = { DATABASE_URL: urls[1]!, PRISMA_SCHEMA_ENGINE_BINARY: path('prisma/schema-engine.mjs') };

    await migrate(ours.target);
    t.match(await prisma('migrate deploy', env), { code: 0, output: /successfully applied/ });
    t.same(await readLedger(theirs.target), await readLedger(ours.target));

    for (const outcome of ['rolled back', 'applied'] as const) {
      for (const { run } of [ours, theirs])
        await run(
          `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (gen_random_uuid(), '', '${name}')`,
        );
      if (outcome === 'applied')
        t.match(await prisma(`migrate deploy ${more}`, env), { code: 1, output: /--resolve-applied/ });
      const resolve = `migrate resolve --${outcome.replace(' ', '-')} ${name} ${more}`;
      t.match(await prisma(resolve, env), { code: 0 });
      await resolveMigration(ours.target, { name, outcome }, migrations);
      t.same(await readLedger(ours.target), await readLedger(theirs.target), outcome);
    }
    const status = await prisma(`migrate status ${more}`, { ...env, DATABASE_URL: urls[0]! });
    t.match(status, { code: 0, output: /up to date/ });
  },
);

t.test('prisma studio, which is not installed, names the command to run instead', async (t) => {
  const { code, output } = await prisma('studio', {});
  t.equal(code, 1);
  t.match(output, /`prisma studio` is not installed with the catalog.* npx prisma@\d+\.\d+\.\d+ studio/);
});
