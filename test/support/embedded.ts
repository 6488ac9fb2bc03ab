import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import root, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { EmbeddedClient } from '../../src/db/embedded/client.js';
import { createFiles } from '../../src/db/embedded/create.js';
import { Engine } from '../../src/db/embedded/engine.js';
import { embeddedDatabase } from '../../src/db/open.js';
import { root as checkout } from './root.js';
import { fillTemplate, seedTemplate, type Template, toName } from './template.js';

const cache = fileURLToPath(new URL('node_modules/.cache/catalog/', checkout));

interface One {
  readonly client: EmbeddedClient;
  close(): Promise<void>;
}

/** Engines that no test uses now. To empty one takes a tenth of the time to open a new one. */
const idle: One[] = [];
// Not with `teardown`, which the suite runs after each file.
root.after(() => Promise.all(idle.map(({ close }) => close())));

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
  if ((await readShape(one.client)) === (await migrated)) idle.push(one);
  else await one.close();
}

let migrated: Promise<string>;

async function readShape(client: EmbeddedClient) {
  const { rows } = await client.query(`SELECT (SELECT count(*) FROM pg_class) AS relations,
    (SELECT count(*) FROM pg_attribute) AS columns, (SELECT count(*) FROM pg_trigger) AS triggers,
    (SELECT count(*) FROM pg_constraint) AS constraints, (SELECT count(*) FROM pg_proc) AS functions`);
  return JSON.stringify(rows);
}

// To delete a few rows takes a twentieth of the time of TRUNCATE, which makes new files for every table and index.
const emptied = `DO $$ DECLARE name text; size bigint; BEGIN
  FOR name IN SELECT relid::regclass
                FROM unnest(ARRAY['timeseries_events', 'audit_events', 'change_events']::regclass[]) parent,
                     pg_partition_tree(parent)
               WHERE level > 0 AND relid <> 'change_events_other'::regclass ORDER BY level DESC LOOP
    EXECUTE 'DROP TABLE ' || name;
  END LOOP;
  SET LOCAL session_replication_role = replica;
  FOR name, size IN SELECT oid::regclass, pg_table_size(oid) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname NOT IN ('_prisma_migrations', 'policy_version', 'change_log', 'search_state', 'count_state', 'aspect_state') AND pg_relation_size(oid) > 0 LOOP
    IF size > 200000 THEN EXECUTE 'TRUNCATE ' || name || ' CASCADE';
    ELSE EXECUTE 'DELETE FROM ' || name;
    END IF;
  END LOOP;
  UPDATE search_state SET filled_to = NULL, done = 0, total = 0 WHERE filled_to IS NOT NULL OR total > 0;
  UPDATE aspect_state SET names_checked = false WHERE names_checked;
  UPDATE change_log SET last_seq = 0;
  UPDATE count_state SET counted_to = NULL WHERE counted_to IS NOT NULL;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
  -- Statistics of other tests' rows would choose other plans.
  DELETE FROM pg_statistic WHERE starelid >= 16384;
  UPDATE pg_class SET reltuples = -1, relpages = 0
   WHERE relnamespace = 'public'::regnamespace AND reltuples > -1 AND relkind IN ('r', 'p', 'i', 'I');
END $$`;

/** Returns a copy of the migrated template's folder, which opens in a third of the time that a new database takes. */
export async function templateCopy(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(await templateFolder(), folder, { recursive: true });
  return folder;
}

async function openCopy() {
  const one = toOne(await Engine.open(await templateCopy()));
  migrated ??= readShape(one.client);
  return one;
}

const toOne = (engine: Engine): One => ({
  client: new EmbeddedClient(engine),
  close: () => engine.close(),
});

/** Returns the template's folder. Tests run in several processes: the first one that is done provides it. */
async function templateFolder(): Promise<string> {
  const folder = join(cache, toName('empty'));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const db = embeddedDatabase(toOne(await createFiles(join(draft, 'postgres'))));
  await fillTemplate(db, 'empty');
  await db.close();
  try {
    renameSync(join(draft, 'postgres'), folder);
  } catch {
    // Another process was faster.
  }
  rmSync(draft, { recursive: true, force: true });
  return folder;
}
