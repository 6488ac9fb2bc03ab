import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import root, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { EmbeddedClient } from '../../src/db/embedded/client.js';
import { Engine } from '../../src/db/embedded/engine.js';
import { embeddedDatabase } from '../../src/db/open.js';
import { root as checkout } from './root.js';
import { fillTemplate, nameOf, seedTemplate, type Template } from './template.js';

const cache = fileURLToPath(new URL('node_modules/.cache/catalog/', checkout));

interface One {
  readonly client: EmbeddedClient;
  close(): Promise<void>;
}

/** Engines that no test uses now. To empty one takes a tenth of the time to open a new one. */
const idle: One[] = [];
root.teardown(() => Promise.all(idle.map(({ close }) => close())));

/** Opens a database for one test. Its engine is reused after the test. */
export async function embedded(t: Test, template: Template): Promise<Database> {
  const one = idle.pop() ?? (await openCopy());
  const db = embeddedDatabase({ client: one.client, close: () => release(one) });
  t.teardown(() => db.close());
  await seedTemplate(db, template);
  return db;
}

/** Empties an engine for other tests, unless the test has broken it or changed its schema. */
async function release(one: One) {
  for (const sql of ['ROLLBACK', 'DISCARD ALL', emptied]) await one.client.exec(sql);
  if ((await shapeOf(one.client)) === (await migrated)) idle.push(one);
  else await one.close();
}

let migrated: Promise<string>;

async function shapeOf(client: EmbeddedClient) {
  const { rows } = await client.query(`SELECT (SELECT count(*) FROM pg_class) AS relations,
    (SELECT count(*) FROM pg_attribute) AS columns, (SELECT count(*) FROM pg_trigger) AS triggers,
    (SELECT count(*) FROM pg_constraint) AS constraints, (SELECT count(*) FROM pg_proc) AS functions`);
  return JSON.stringify(rows);
}

const emptied = `DO $$ DECLARE tables text; name text; BEGIN
  FOR name IN SELECT relid::regclass
                FROM unnest(ARRAY['timeseries_events', 'audit_events']::regclass[]) parent, pg_partition_tree(parent)
               WHERE level > 0 ORDER BY level DESC LOOP
    EXECUTE 'DROP TABLE ' || name;
  END LOOP;
  SELECT string_agg(oid::regclass::text, ', ') INTO tables FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relname NOT IN ('_prisma_migrations', 'policy_version', 'audit_events');
  ALTER SEQUENCE audit_events_id_seq RESTART;
  EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY CASCADE';
END $$`;

/** Opens a copy of the migrated template's folder, which takes half the time of loading it into memory. */
async function openCopy() {
  const source = await templateFolder();
  const folder = mkdtempSync(join(tmpdir(), 'catalog-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(source, folder, { recursive: true });
  const one = await open(folder);
  migrated ??= shapeOf(one.client);
  return one;
}

async function open(folder: string): Promise<One> {
  const engine = await Engine.open(folder);
  return { client: new EmbeddedClient(engine), close: () => engine.close() };
}

/** Returns the template's folder. Tests run in several processes: the first one that is done provides it. */
async function templateFolder(): Promise<string> {
  const folder = join(cache, nameOf('empty'));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const db = embeddedDatabase(await open(draft));
  await fillTemplate(db, 'empty');
  await db.close();
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
