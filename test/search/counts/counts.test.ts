import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { Database } from '../../../src/db/database.js';
import { migrationsFolder } from '../../../src/db/migrations/folder.js';
import { countedField } from '../../../src/search/counts/counted-value.js';
import { countsStore } from '../../../src/search/counts/counts-store.js';
import {
  countNext,
  forgetCounts,
  readCountedTo,
  wrongCounts,
} from '../../../src/search/counts/fill-store.js';
import { sumChanges } from '../../../src/search/counts/sum-store.js';
import { fieldNamed, fieldNames } from '../../../src/search/fields.js';
import { aspectCatalog, proposal } from '../../support/aspects.js';
import { testDatabase } from '../../support/database.js';

const everything = { types: null, includeSoftDeleted: true };

const dataset = (number: number) => `urn:li:dataset:(urn:li:dataPlatform:p${number % 3},d${number},PROD)`;

/** A catalog, and a function that writes aspects. */
async function writable(t: Test) {
  const { db, batch } = await aspectCatalog(t);
  const send = async (...proposals: object[]) => {
    const { status, body } = await batch(proposals);
    t.equal(status, 200, JSON.stringify(body));
  };
  return { db, send };
}

/** A catalog with twenty datasets of three platforms, with tags, and with a container or an owner. */
async function filled(t: Test): Promise<Database> {
  const { db, send } = await writable(t);
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const tags = (number: number) => ['all', `t${number % 4}`].map((id) => ({ tag: `urn:li:tag:${id}` }));
  const owners = [{ owner: 'urn:li:corpuser:o', type: 'DATAOWNER' }];
  await send(
    ...numbers.map((number) => proposal(dataset(number), 'globalTags', { tags: tags(number) })),
    ...numbers.map((number) =>
      number % 2 === 0
        ? proposal(dataset(number), 'container', { container: `urn:li:container:c${number % 5}` })
        : proposal(dataset(number), 'ownership', { owners }),
    ),
    proposal(dataset(7), 'status', { removed: true }),
  );
  return db;
}

async function sumAll(db: Database): Promise<number> {
  while (await sumChanges(db));
  const [row] = await db.query<{ changes: number }>('SELECT count(*) AS changes FROM count_changes');
  return row!.changes;
}

t.test('counts are the same before and after changes are added to them', async (t) => {
  const db = await filled(t);
  const read = () =>
    countsStore(db).values(['', 'platform', 'tags', 'owners', 'container'], everything, 1_000);
  const before = await read();
  t.ok(before.length > 10);
  t.equal(await sumAll(db), 0);
  t.strictSame(await read(), before);
  t.equal(await wrongCounts(db.query), 0);
  t.equal(await sumChanges(db), false, 'nothing is left to add');
});

t.test('counts of what is gone are deleted', async (t) => {
  const db = await filled(t);
  await sumAll(db);
  await db.query('DELETE FROM entities');
  t.same(await countsStore(db).values(['', 'platform', 'tags'], everything, 1_000), []);
  await sumAll(db);
  t.same(await db.query('SELECT field, value FROM counts'), []);
});

t.test('entities are counted in parts, while readers see the same and others write', async (t) => {
  const db = await filled(t);
  const { values, total } = countsStore(db);
  const read = () => values(['', 'platform', 'tags', 'columns', 'container'], everything, 1_000);
  const before = await read();
  t.equal(await forgetCounts(db), true);
  t.strictSame(await read(), before);
  let parts = 0;
  for (let last = ''; await countNext(db, 5); parts += 1) {
    const to = (await readCountedTo(db.query))!;
    t.ok(to > last, 'each part goes on where the one before has ended');
    last = to;
    t.strictSame(await read(), before);
    // One that is counted, and one that is not.
    await db.query(
      `UPDATE search_documents SET fields = fields || '{"owners": ["urn:li:corpuser:new"]}'
        WHERE urn = $1 OR urn = (SELECT min(urn) FROM search_documents WHERE urn > $1)`,
      [last],
    );
    await sumChanges(db);
  }
  t.ok(parts > 2);
  t.equal(await readCountedTo(db.query), null);
  t.equal(await wrongCounts(db.query), 0);
  const [found] = await db.query<{ owned: number }>(
    `SELECT count(*) AS owned FROM search_documents WHERE fields @> '{"owners": ["urn:li:corpuser:new"]}'`,
  );
  t.ok(found!.owned > parts);
  t.equal(await total({ field: 'owners', value: 'urn:li:corpuser:new' }, everything), found!.owned);
});

t.test('a part reads the rows of its own entities only, with one plan for any values', async (t) => {
  const { db, send } = await writable(t);
  await send(...[0, 1, 2, 3].map((number) => proposal(dataset(number), 'status', { removed: false })));
  t.ok(await forgetCounts(db));
  const texts: string[] = [];
  const inTransaction: Database['inTransaction'] = (work, deadline) =>
    db.inTransaction((tx) => {
      const query: typeof tx.query = (sql, ...rest) => {
        texts.push(sql);
        return tx.query(sql, ...rest);
      };
      return work({ ...tx, query });
    }, deadline);
  t.ok(await countNext({ ...db, inTransaction }, 2));
  const count = texts.find((sql) => /entity_counts/.test(sql))!;
  await db.inTransaction(async ({ query }) => {
    const run = (sql: string) => query<Record<string, string>>(sql, [], { unprepared: true });
    for (const setting of ['enable_seqscan = off', 'plan_cache_mode = force_generic_plan'])
      await run(`SET LOCAL ${setting}`);
    await run(`PREPARE part AS ${count}`);
    const plan = (await run(`EXPLAIN EXECUTE part ('a', 'b')`)).flatMap(Object.values).join('\n');
    await run('DEALLOCATE part');
    for (const column of ['urn', 'entity_urn'])
      t.match(plan, new RegExp(`Index Cond: \\(\\(${column} > \\$1\\) AND \\(${column} <= \\$2\\)\\)`), plan);
  });
});

t.test('the migration of a catalog with entities leaves them to the background', async (t) => {
  const db = await filled(t);
  const run = (sql: string) => db.query(sql, [], { unprepared: true });
  const read = () => countsStore(db).values(['', 'platform', 'tags', 'container'], everything, 1_000);
  const before = await read();
  for (const sql of [
    'DROP VIEW current_counts, entity_counts',
    'DROP TABLE counts, count_changes, count_state',
    `DROP FUNCTION documents_counted, pairs_counted, counted_to, document_counts, pair_counts, count_key CASCADE`,
    'DROP INDEX search_documents_changed_idx, search_documents_entity_name_idx, search_documents_name_idx',
    'DROP STATISTICS tagged_entities_values, search_documents_values',
  ])
    await run(sql);
  const migration = await readFile(`${migrationsFolder}/20261128000000_counts/migration.sql`, 'utf8');
  for (const sql of migration.split(/;\n(?=\n|CREATE|ALTER|INSERT)/)) await run(sql);
  t.equal(await readCountedTo(db.query), '');
  t.strictSame(await read(), before);
  while (await countNext(db, 7));
  t.equal(await readCountedTo(db.query), null);
  t.equal(await wrongCounts(db.query), 0);
  t.strictSame(await read(), before);
});

t.test('a value that is too long for an index is counted, and one that begins alike is not it', async (t) => {
  const { db, send } = await writable(t);
  const long = 'x'.repeat(9_000);
  const names = [long, `${long}y`, 'x'];
  await send(...names.map((name, number) => proposal(dataset(number), 'subTypes', { typeNames: [name] })));
  await sumAll(db);
  const { values, total } = countsStore(db);
  const found = await values(['typeNames'], everything, 10);
  t.same(new Set(found.map(({ value }) => value)), new Set(names));
  for (const value of names) t.equal(await total({ field: 'typeNames', value }, everything), 1);
});

t.test('the database counts the fields that totals and facets are read from', async (t) => {
  const db = await testDatabase(t);
  const fields = fieldNames.map((name) => fieldNamed(name)!);
  const stored = fields.flatMap(({ sources }) =>
    sources.flatMap((source) => (source.kind === 'stored' ? [[source.name, ['x']] as const] : [])),
  );
  const rows = await db.query<{ field: string }>(
    `SELECT field FROM document_counts($1) UNION SELECT field FROM pair_counts(true, 1, 1, 1)
      WHERE field NOT IN ('columns', 'editedColumns', 'declaredColumns')`,
    [JSON.stringify(Object.fromEntries(stored))],
  );
  t.strictSame(
    new Set(rows.map(({ field }) => field)),
    new Set(fields.map(countedField).filter((field) => field !== null)),
  );
});
