// Whole databases are copied: by backup and restore, and by export and import between the embedded database and PostgreSQL.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { type Config, readConfig } from '../../src/config.js';
import type { Database } from '../../src/db/database.js';
import { openMigrated, openWhenUp } from '../../src/startup/database.js';
import { bootstrap } from '../../src/startup/first-administrator.js';
import { seedSample } from '../../src/startup/seed.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { fakeCommands } from '../support/fake-commands.js';
import { helpExamples } from '../support/help-examples.js';
import { tableRows } from '../support/table-rows.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const admin = 'urn:li:corpuser:admin';
const now = Date.UTC(2026, 10, 22);

async function on<T>(
  config: Config,
  work: (db: Database) => Promise<T>,
  open = async () => (await openMigrated(config, { log })).db,
): Promise<T> {
  const db = await open();
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Fills a database: every table but refused authentications gets rows, some of them hard to copy. */
async function fill(db: Database, config: Config) {
  await bootstrap({ db, config, log, now });
  await seedSample(db, admin, now);
  const hard = JSON.stringify({
    text: `\u2028 \u0085 "\\" \\u001b NULL {} \u{1f600} ${'ä'.repeat(1_500_000)}`,
  });
  const many = `SELECT 'urn:li:dataset:(urn:li:dataPlatform:hive,t' || n || ',PROD)' FROM generate_series(1, 1500) n`;
  for (const sql of [
    `INSERT INTO groups (urn, name, created_at, created_by) VALUES ('urn:li:corpGroup:g', E'a\\nb\\tc\\\\', 1, 'x')`,
    `INSERT INTO group_members (user_urn, group_urn, native, created_at, created_by)
      VALUES ('${admin}', 'urn:li:corpGroup:g', true, 1, '${admin}')`,
    `INSERT INTO entities (urn, type, created_at, created_by) SELECT *, 'dataset', 1, 'x' FROM (${many}) AS urns`,
    `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
      SELECT urn, 'ownership', '${hard}'::json, 1, 'x', 1, 'x' FROM entities WHERE type = 'dataset' AND created_by = 'x' LIMIT 4`,
    // Requests with such names are refused.
    `INSERT INTO entities (urn, type, created_at, created_by) VALUES ('urn:li:ourOwn:a', 'ourOwn', 1, 'x')`,
    `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
      SELECT 'urn:li:ourOwn:a', name, body, 1, 'x', 1, 'x'
        FROM (VALUES ('ourAspect', '{"a": 1.0}'::json), ('glossaryTerms', '{"terms": []}')) AS aspect(name, body)`,
    `INSERT INTO access_changes (urn, kind, since, tokens_to, requester)
      VALUES ('urn:li:corpuser:gone', 'REMOVED', 1, 1, '{"urn": "urn:li:corpuser:a\\nb"}')`,
    `INSERT INTO deleted_tags (urn, name, deleted_at, places_to, is_cleared, aspects, deleted_by)
      VALUES ('urn:li:tag:d', E'a\\nb', 1, 1, true, '${hard}'::json, E'a\\nb')`,
    `INSERT INTO deleted_tag_places (deletion_id, position, resource_urn, field_path, body, created_at, created_by, is_edited)
      SELECT id, 1, 'urn:li:dataset:d', E'a\\nb', '${hard}'::json, 1, 'x', true FROM deleted_tags`,
    `INSERT INTO deprecations (urn, deprecated, note)
      SELECT urn, true, E'a\\nb\\tc\\\\' FROM entities WHERE type = 'dataset' AND created_by = 'x' LIMIT 4`,
    `INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by, is_edited)
      SELECT urn, '', 'urn:li:tag:Legacy', 1, 'x', true FROM entities WHERE type = 'dataset' AND created_by = 'x' LIMIT 7`,
    `INSERT INTO global_tags (resource_urn, field_path, tag_urn, body, created_at, created_by)
      SELECT urn, path, 'urn:li:tag:Legacy', '{"attribution":{"source":"urn:li:dataHubAction:a"}}', 1, 'x'
        FROM entities CROSS JOIN unnest('{"",x}'::text[]) AS path WHERE type = 'dataset' AND created_by = 'x' LIMIT 14`,
    `INSERT INTO removed_associations (resource_urn, tag_urn, field_path, position)
      SELECT urn, E'urn:li:tag:a\\nb', E'a\\tb', 9 FROM entities WHERE type = 'dataset' AND created_by = 'x' LIMIT 3`,
    `INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
      SELECT urn, '[version=2.0].[type=string].x', true FROM entities WHERE type = 'dataset' AND created_by = 'x' LIMIT 7`,
    // Earlier versions may have stored longer paths than requests may name.
    `INSERT INTO editable_schema_fields (dataset_urn, field_path, description)
      SELECT urn, repeat('a', 1600), 'd' FROM entities WHERE type = 'dataset' AND created_by = 'x' LIMIT 1`,
    'DELETE FROM global_tags WHERE position = (SELECT max(position) FROM global_tags)',
    `INSERT INTO truncation_tasks (index_name, end_time_millis, batch_size, state, total, created_at, created_by, deadline)
      VALUES ('x', 1, 1, 'COMPLETED', 0, 1, 'x', 1)`,
    `INSERT INTO webhooks (id, name, url, filter, secret, created_at, created_by, read_to)
      VALUES ('w', 'w', 'https://a.example', '{}', 'x', 1, 'x', 0)`,
    `INSERT INTO webhook_deliveries (id, webhook_id, position, type, time, body)
      VALUES ('d', 'w', 1, 'x', 1, '{}')`,
    `INSERT INTO console_sessions (id_hash, token_id, created_at, last_seen_at, expires_at)
      SELECT decode(repeat('ab', 32), 'hex'), id, 1, 1, 2 FROM access_tokens LIMIT 1`,
    `INSERT INTO audit_streams (target, runner, lease_until, position) VALUES ('file:/x', 'a', 1, '{}')`,
  ])
    await db.query(sql, [], { unprepared: true });
}

/** The rows without what the next start fills again, and without what an export leaves out. */
function exportable({
  search_documents,
  change_log,
  search_state,
  aspect_state,
  counts,
  console_sessions,
  audit_streams,
  webhooks,
  webhook_deliveries,
  ...rows
}: Awaited<ReturnType<typeof tableRows>>) {
  return rows;
}
const exportedRows = async (db: Database) => exportable(await tableRows(db));

/** Returns a setting for an empty database: on PostgreSQL when the tests run there. */
async function elsewhere(t: Test): Promise<Record<string, string>> {
  const { TEST_DATABASE_URL: server } = process.env;
  return server
    ? { DATABASE_URL: await scratchDatabaseUrl(t, server, null) }
    : { DATA_DIR: join(t.testdir(), 'b') };
}

t.test('backup, restore, export and import keep every row of every table', async (t) => {
  const folder = t.testdir();
  const path = (name: string) => join(folder, name);
  // The examples name files and folders of the working folder.
  process.chdir(folder);
  const example = async (command: string, env = {}) => {
    const commands = fakeCommands({ env });
    const [args = []] = await helpExamples(command);
    t.equal(args[0], command);
    await commands.run(...args);
    return commands.printed.join();
  };
  const config = readConfig({ DATA_DIR: path('trial') });
  const rows = await on(config, async (db) => {
    await fill(db, config);
    return tableRows(db);
  });
  const filled = Object.keys(rows).filter((table) => rows[table]!.length > 0);
  t.same(
    Object.keys(rows).filter((table) => !filled.includes(table)),
    ['refused_authentications'],
  );
  const { run } = fakeCommands({ env: { DATA_DIR: path('trial') } });

  await t.test('backup and restore', async (t) => {
    const backup = path('catalog.tar.gz');
    t.match(await example('backup'), /catalog\.tar\.gz contains the database of \S+ \(\d+\.\d MB\)$/);
    t.equal(statSync(backup).mode & 0o777, 0o600);
    t.match(await example('restore'), /\(migrated to 2\d+_\w+\)$/);
    t.strictSame(await on(readConfig({ DATA_DIR: path('restored') }), tableRows), rows);

    await run('restore', backup, '--data-dir', path('restored'), '--force');
    t.same(readdirSync(path('restored')), ['postgres']);
  });

  await t.test('export and import', async (t) => {
    const [first, second] = [path('catalog.export.gz'), path('second.gz')];
    t.match(await example('export'), /catalog\.export\.gz contains \d+ rows of \d+ tables$/);
    t.equal(statSync(first).mode & 0o777, 0o600);
    await t.rejects(run('export', first), { name: 'StartupError', message: /already exists/ });

    // Aspects that clients cannot read, and names that DataHub does not have, are imported as they are.
    const other = { ...(await elsewhere(t)), ASPECTS_UNKNOWN: 'refuse' };
    const there = fakeCommands({ env: other });
    const text = gunzipSync(readFileSync(first)).toString();
    const [header = '', ...lines] = text.trimEnd().split('\n');
    const withFirst = (table: string, column: number, value: string) => {
      const at = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1;
      const row = JSON.parse(lines[at]!).with(column, value);
      return [header, ...lines.with(at, JSON.stringify(row))].join('\n');
    };
    const damaged = /^The export \S+ is damaged, in [^\n]+\.$/;
    const wrong: [string, string, RegExp][] = [
      ['end', [header, ...lines.slice(0, -1)].join('\n'), /damaged: its end is missing/],
      [
        'row',
        [header, ...lines.filter((line) => !line.startsWith('["urn:li:corpuser:guest"'))].join('\n'),
        /users has 8 rows; it has 7/,
      ],
      ['value', withFirst('users', 6, 'x'), damaged],
      ['time', withFirst('audit_events', 1, 'x'), damaged],
      ['sequence', text.replace(/("sequences":{"[^"]*":)\d+/, '$10'), damaged],
      ['table', text.replace('{"table":"groups"', '{"table":"pg_class"'), /it has a table "pg_class"/],
    ];
    for (const [name, content, message] of wrong) {
      writeFileSync(path(name), gzipSync(content));
      await t.rejects(there.run('import', path(name)), { name: 'StartupError', message }, name);
    }
    t.match(await example('import', other), /^the database contains \d+ rows of \d+ tables$/);
    t.strictSame(await on(readConfig(other), exportedRows), exportable(rows));
    await t.rejects(there.run('import', first), {
      name: 'StartupError',
      message: /is not empty: it has rows in (access_changes|stored_access_tokens)/,
    });

    await there.run('export', second);
    await run('import', second, '--data-dir', path('c'));
    t.strictSame(await on(readConfig({ DATA_DIR: path('c') }), exportedRows), exportable(rows));
    t.notOk(existsSync(`${second}.unfinished`));

    const repairing = fakeCommands({ env: { DATA_DIR: path('c') } });
    for (const repaired of [5, 0]) {
      // Other checks fail, because the rows were not written by the service.
      await repairing.run('doctor', '--repair-aspects').catch(() => {});
      const printed = repairing.printed.splice(0).join('\n');
      t.match(printed, new RegExp(`ok +aspects +${repaired} of \\d+ aspects are repaired`));
      t.notMatch(printed, 'may still fail');
      t.match(printed, /warning +names +.*aspect ourAspect \(1\), entity type ourOwn \(1\)/);
    }
  });
});

t.test('import: a database with rows of another program is left as it is', async (t) => {
  const env = await elsewhere(t);
  const folder = t.testdir();
  const trial = { DATA_DIR: join(folder, 'trial') };
  await on(readConfig(trial), async () => undefined);
  const file = join(folder, 'file');
  await fakeCommands({ env: trial }).run('export', file);
  const onIt = <T>(work: (db: Database) => Promise<T>) =>
    on(readConfig(env), work, () => openWhenUp(readConfig(env), { log }));
  await onIt(({ query }) => query('CREATE TABLE orders AS SELECT 1 AS id'));
  const message = /is not empty: it has rows in orders\./;
  await t.rejects(fakeCommands({ env }).run('import', file), { name: 'StartupError', message });
  const tables = await onIt(({ query }) =>
    query<{ name: string }>(
      'SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()',
    ),
  );
  t.same(tables, [{ name: 'orders' }], 'nothing is migrated');
});

t.test('export: a database that is not migrated is refused', async (t) => {
  const env = await elsewhere(t);
  const { run } = fakeCommands({ env });
  const file = join(t.testdir(), 'file');
  await t.rejects(run('export', file), {
    name: 'StartupError',
    message: /lacks migrations of this build/,
  });
  t.notOk(existsSync(file));
});
