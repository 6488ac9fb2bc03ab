import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import root, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { embeddedDatabase } from '../../src/db/open.js';
import { root as checkout } from './root.js';
import { fillTemplate, nameOf, seedTemplate, type Template } from './template.js';

const cache = fileURLToPath(new URL('node_modules/.cache/catalog/', checkout));

/** Engines that no test uses now: one that is emptied is ready in a tenth of the time that a new one takes. */
const idle: PGlite[] = [];
root.teardown(() => Promise.all(idle.map((pglite) => pglite.close())));

/** A database of the test's own, handed back with it. */
export async function embedded(t: Test, template: Template): Promise<Database> {
  const pglite = idle.pop() ?? (await open());
  const db = embeddedDatabase({ pglite, close: () => handBack(pglite) });
  t.teardown(() => db.close());
  await seedTemplate(db, template);
  return db;
}

/** What a test has broken, or given another shape, no other one gets. */
async function handBack(pglite: PGlite) {
  for (const sql of ['ROLLBACK', 'DISCARD ALL', emptied]) await pglite.exec(sql);
  if ((await shapeOf(pglite)) === (await migrated)) idle.push(pglite);
  else await pglite.close();
}

let migrated: Promise<string>;

async function shapeOf(pglite: PGlite) {
  const { rows } = await pglite.query(`SELECT (SELECT count(*) FROM pg_class) AS relations,
    (SELECT count(*) FROM pg_attribute) AS columns, (SELECT count(*) FROM pg_trigger) AS triggers,
    (SELECT count(*) FROM pg_constraint) AS constraints, (SELECT count(*) FROM pg_proc) AS functions`);
  return JSON.stringify(rows);
}

const emptied = `DO $$ DECLARE tables text; name text; BEGIN
  FOR name IN SELECT relid::regclass FROM pg_partition_tree('timeseries_events') WHERE level > 0 ORDER BY level DESC LOOP
    EXECUTE 'DROP TABLE ' || name;
  END LOOP;
  SELECT string_agg(oid::regclass::text, ', ') INTO tables FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relname NOT IN ('_prisma_migrations', 'policy_version');
  EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY CASCADE';
END $$`;

/** A copy of the migrated template's folder: half the time that loading it into memory takes. */
async function open() {
  const source = await templateFolder();
  const folder = mkdtempSync(join(tmpdir(), 'catalog-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(source, folder, { recursive: true });
  const pglite = await PGlite.create(folder);
  migrated ??= shapeOf(pglite);
  return pglite;
}

/** Tests run in several processes: whoever is done first puts its template into place. */
async function templateFolder(): Promise<string> {
  const folder = join(cache, nameOf('empty'));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const pglite = await PGlite.create(draft);
  const db = embeddedDatabase({ pglite, close: () => pglite.close() });
  await fillTemplate(db, 'empty');
  await db.close();
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
