import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { readConfig } from '../../src/config.js';
import { migrationsFolder } from '../../src/db/migrations/folder.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { searchFindings } from '../../src/operations/doctor/search.js';
import { hasNamesIndex } from '../../src/search/documents/names-index-store.js';
import { openWhenUp } from '../../src/startup/database.js';
import { ensureNamesIndex, warnOfSlowNames } from '../../src/startup/names-index.js';
import { scratchDatabaseUrl, testDatabase } from '../support/database.js';
import { databases, server } from '../support/migrations.js';
import { quiet } from '../support/quiet.js';
import { root } from '../support/root.js';

const search = '20261123000000_search';

t.test('whatever opens PGlite loads the extension: a folder that uses it needs it to open', async (t) => {
  for (const folder of ['src', 'prisma', 'bench', 'test']) {
    for (const name of await readdir(new URL(folder, root), { recursive: true })) {
      if (!/\.(ts|mjs)$/.test(name)) continue;
      const text = await readFile(new URL(`${folder}/${name}`, root), 'utf8');
      const opens = text.split('\n').filter((line) => line.includes('PGlite.create'));
      if (opens.length === 0 || name.endsWith('names-index.fault.ts')) continue;
      t.match(text, '@electric-sql/pglite/contrib/pg_trgm', name);
      for (const line of opens) t.match(line, 'extensions', `${name}: ${line}`);
    }
  }
});

t.test('a migrated database has the index, and a start says nothing', async (t) => {
  const db = await testDatabase(t);
  t.ok(await hasNamesIndex(db.query));
  t.equal(await ensureNamesIndex(db), null);
  await warnOfSlowNames(db, { ...quiet, warn: () => t.fail('a warning') });
});

for (const [database, open] of Object.entries(databases)) {
  t.test(
    `${database}: a database of the previous migrations, without the extension, is migrated`,
    async (t) => {
      const { target } = await open(t);
      const earlier = t.testdir();
      for (const name of await readdir(migrationsFolder)) {
        if (name < search || !/^\d/.test(name))
          await cp(join(migrationsFolder, name), join(earlier, name), { recursive: true });
      }
      await migrate(target, earlier);
      const extensions = () => target.query(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`);
      t.equal((await extensions()).length, 0);
      await migrate(target);
      t.equal((await extensions()).length, 1);
      t.equal(
        (await target.query(`SELECT FROM pg_class WHERE relname = 'search_documents_names_idx'`)).length,
        1,
      );
    },
  );
}

t.test(
  'a role that may not create extensions migrates, and is told what to do; afterwards the index is made',
  { skip: !server && 'needs PostgreSQL' },
  async (t) => {
    const role = `plain_${process.pid}`;
    const url = new URL(await scratchDatabaseUrl(t, server, null));
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    t.teardown(() => admin.end());
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
    await admin.query(`GRANT ALL ON SCHEMA public TO ${role}`);
    Object.assign(url, { username: role, password: 'plain' });
    const db = await openWhenUp(readConfig({ DATABASE_URL: url.href }), { log: quiet });
    t.teardown(async () => {
      await db.close();
      await admin.query(`DROP OWNED BY ${role}`);
      await admin.query(`DROP ROLE ${role}`);
    });
    await migrate(db.migration);
    t.notOk(await hasNamesIndex(db.query));
    const warned: unknown[][] = [];
    await warnOfSlowNames(db, { ...quiet, warn: (...args) => void warned.push(args) });
    t.match(warned, [[{ fix: /CREATE EXTENSION pg_trgm/ }, /searched without an index/]]);
    t.match((await searchFindings(db)).at(-1), { state: 'warning', fix: /CREATE EXTENSION pg_trgm/ });
    t.match(await ensureNamesIndex(db), /permission denied to create extension.*CREATE EXTENSION pg_trgm/);
    await db.query(`SELECT FROM search_documents WHERE names LIKE '%x%'`);

    // In a schema that the catalog does not search, as another program may have it.
    await admin.query('CREATE SCHEMA elsewhere');
    await admin.query('CREATE EXTENSION pg_trgm SCHEMA elsewhere');
    t.match(await ensureNamesIndex(db), /permission denied for schema elsewhere/);
    await admin.query(`GRANT USAGE ON SCHEMA elsewhere TO ${role}`);
    t.match(await ensureNamesIndex(db), /^created the index/);
    t.ok(await hasNamesIndex(db.query));
  },
);
