import t from 'tap';
import { maxSetSize } from '../../src/history/check-set.js';
import { countRows, type Explained } from '../support/looked-at.js';
import { call, datasetUrn, tagCatalog, tagUrn } from '../support/metadata.js';

/** The rows that all parts of the plans of reads of the history have looked at. */
let looked = 0;
/** Whether the request ends when the check of a call compares its changes with later ones. */
let isLate = false;
const catalog = await tagCatalog(t, {
  wrap: (db) => ({
    ...db,
    query: async (sql, params, options) => {
      if (/^\s*SELECT[^;]*change_events/.test(sql)) {
        const [row] = await db.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, params, {
          unprepared: true,
          customPlan: true,
        });
        looked += countRows(row!['QUERY PLAN'][0].Plan);
      }
      if (isLate && /is_followed/.test(sql)) options!.deadline!.pass();
      return db.query(sql, params, options);
    },
  }),
});
const { db } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS']);
const run = (sql: string) => db.query(sql, [], { unprepared: true });

let made = 0;
/** Stores a call with as many changes, which have put tags on places. @param urn, path, tag SQL, for the change `n` */
async function makeSet(
  count: number,
  urn: string,
  path = `''`,
  tag = `'${tagUrn('many')}'`,
): Promise<string> {
  made += 1;
  const set = `5f0c8f0e-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const places = `(SELECT ${urn} AS urn, ${path} AS path, ${tag} AS tag, n FROM generate_series(1, ${count}) n) p`;
  const now = Date.now();
  for (const type of ['urn', 'tag'])
    await run(`INSERT INTO entities (urn, type, created_at, created_by)
      SELECT DISTINCT ${type}, split_part(${type}, ':', 3), 0, 'x' FROM ${places} ON CONFLICT DO NOTHING`);
  await run(`INSERT INTO tags (urn, name) SELECT DISTINCT tag, tag FROM ${places} ON CONFLICT DO NOTHING`);
  await run(`INSERT INTO global_tags (resource_urn, field_path, tag_urn, position, created_at, created_by, is_edited)
    SELECT urn, path, tag, n, 1, 'x', true FROM ${places}`);
  await run(`INSERT INTO change_events (time, entity_urn, field_path, aspect, category, operation, modifier, actor_urn,
                                        change_set, detail)
    SELECT ${now} + n / 500, urn, path, CASE path WHEN '' THEN 'globalTags' ELSE 'editableSchemaMetadata' END, 'TAG', 'ADD',
           tag, 'x', '${set}', '[{"source": "", "is_edited": true}]' FROM ${places} ORDER BY n`);
  await run('ANALYZE change_events, global_tags');
  return set;
}
/** Changes the oldest thing of a call once more, without a call. */
const changeAgain = (set: string) =>
  run(`INSERT INTO change_events (time, entity_urn, field_path, aspect, category, operation, modifier, actor_urn)
    SELECT time + 1000, entity_urn, field_path, aspect, category, operation, modifier, 'x' FROM change_events
     WHERE change_set = '${set}' ORDER BY time, id LIMIT 1`);

const shapes = {
  'many entities': (n: number) =>
    makeSet(n, `'urn:li:dataset:(urn:li:dataPlatform:hive,${n}_' || n || ',PROD)'`),
  'the columns of one entity': (n: number) => makeSet(n, `'${datasetUrn(`wide_${n}`)}'`, `'c' || n`),
  'many tags of some entities': (n: number) =>
    makeSet(n, `'urn:li:chart:(${n},' || n % 100 || ')'`, `''`, `'${tagUrn('t')}' || n / 100`),
};
for (const [name, make] of Object.entries(shapes))
  t.test(`the rows that the check of a call looks at grow as its changes: ${name}`, async (t) => {
    const counts: number[] = [];
    for (const size of [400, 1_600]) {
      const set = await make(size);
      await changeAgain(set);
      looked = 0;
      const { error } = await call(writer, 'undoChanges', { changeSet: set });
      t.match(error, { type: 'CONFLICT', message: /changed again/ });
      t.equal((error as unknown as { changeIds: string[] }).changeIds.length, 1);
      counts.push(looked / size);
    }
    const [few, many] = counts as [number, number];
    t.ok(few > 1, 'they are counted');
    t.ok(many < 1.3 * few, `${many} rows for each of 1,600 changes, ${few} for each of 400`);
  });

t.test('a request that ends during the check says that it has changed nothing', async (t) => {
  const set = await makeSet(3, `'${datasetUrn('late')}'`, `'c' || n`);
  isLate = true;
  t.match(await call(writer, 'undoChanges', { changeSet: set }), {
    error: {
      type: 'SERVICE_UNAVAILABLE',
      message: /The check of the changes .* did not end .* this request has changed nothing/,
    },
  });
  isLate = false;
  t.match(await call(writer, 'undoChanges', { changeSet: set }), { value: true }, 'all of it is still there');
});

t.test('a call with too many changes is refused before anything is read or written', async (t) => {
  const set = '5f0c8f0e-0000-4000-9000-000000000000';
  await run(`INSERT INTO change_events (time, entity_urn, field_path, aspect, category, operation, modifier, actor_urn, change_set)
    SELECT ${Date.now()}, '${datasetUrn('huge')}', 'c' || n, 'editableSchemaMetadata', 'TAG', 'ADD', '${tagUrn('many')}', 'x',
           '${set}' FROM generate_series(1, ${maxSetSize + 1}) n`);
  t.match(await call(writer, 'undoChanges', { changeSet: set }), {
    error: { type: 'BAD_REQUEST', message: /more than 100000 changes.*undoChange/ },
  });
});
