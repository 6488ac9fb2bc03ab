import pg from 'pg';
import t, { type Test } from 'tap';
import type { Actor } from '../../src/core/actor.js';
import type { Database } from '../../src/db/database.js';
import type { Query } from '../../src/db/query.js';
import type { SearchRequest, Sort } from '../../src/search/request.js';
import { type Found, resultsStore } from '../../src/search/results-store.js';
import type { Position } from '../../src/search/scroll-id.js';
import { sortedPages } from '../../src/search/sorted-store.js';
import { testDatabase } from '../support/database.js';
import { rule, searchRequest } from '../support/search.js';

const actor = { urn: 'urn:li:corpuser:a' } as Actor;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** Rows that the nodes of a plan have read from tables or sorted. */
const countRows = (plan: Plan): number =>
  listNodes(plan)
    .filter((node) => /Scan$|Sort$/.test(node['Node Type']))
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );

/** Datasets with names, times and a tag, some of them alike or missing, and some soft-deleted. */
async function fill(query: Query, count: number): Promise<void> {
  const run = (sql: string) => query(sql, [], { unprepared: true });
  await run(`INSERT INTO entities (urn, type, created_at, created_by)
    SELECT 'urn:li:dataset:(urn:li:dataPlatform:p' || n % 4 || ',t' || md5(n::text) || ',PROD)', 'dataset', 0, ''
      FROM generate_series(1, ${count}) n
    UNION ALL SELECT 'urn:li:tag:t', 'tag', 0, ''
    UNION ALL SELECT 'urn:li:container:c' || n, 'container', 0, '' FROM generate_series(1, ${Math.ceil(count / 10)}) n`);
  await run(`INSERT INTO tags (urn) VALUES ('urn:li:tag:t')`);
  await run(`INSERT INTO search_documents (urn, type, fields, key_names, key_words)
    SELECT urn, type, jsonb_strip_nulls(jsonb_build_object(
             'id', jsonb_build_array(substring(urn, 'md5|t[0-9a-f]+|c[0-9]+')),
             'name', CASE WHEN n % 5 > 0 THEN jsonb_build_array((CASE WHEN n % 2 = 0 THEN 'Name ' ELSE 'name ' END) || n % 97) END,
             'lastModifiedAt', CASE WHEN n % 3 > 0 THEN jsonb_build_array((n % 1000)::text) END,
             'removed', CASE WHEN n % 11 = 0 THEN jsonb_build_array('true') END)), '', ''
      FROM (SELECT urn, type, row_number() OVER (ORDER BY urn) AS n FROM entities) e`);
  await run(`INSERT INTO global_tags (resource_urn, tag_urn, created_at, created_by)
    SELECT urn, 'urn:li:tag:t', 0, '' FROM entities WHERE type = 'dataset'`);
  await run('VACUUM ANALYZE');
}

type ReadPage = (
  request: SearchRequest,
  start: number,
  count: number,
  after: Position | null,
) => Promise<Found[]>;

async function scroll(readPage: ReadPage, request: SearchRequest, count: number): Promise<Found[]> {
  const all: Found[] = [];
  for (let after: Position | null = null; ; ) {
    const page: Found[] = await readPage(request, 0, count, after);
    all.push(...page);
    if (page.length < count) return all;
    after = page.at(-1)!;
  }
}

const sorts: readonly Sort[] = ['lastModifiedAt', 'name', '_entityName'].flatMap((field) =>
  [true, false].map((descending) => ({ field, descending })),
);

t.test('pages that an index sorts are those of any other sort', async (t) => {
  const db = await testDatabase(t);
  await fill(db.query, 150);
  const store = resultsStore(db);
  const sorted = sortedPages(db);
  const byIndex: ReadPage = (request, start, count, after) => sorted(actor, request, { start, count }, after);
  const bySort: ReadPage = (request, start, count, after) =>
    store.page(actor, request, new Map(), { start, count }, after);
  for (const sort of sorts)
    for (const types of [null, ['dataset'], ['container', 'dataset'], ['chart']])
      for (const includeSoftDeleted of [true, false]) {
        const request = searchRequest({ sort: [sort], types, includeSoftDeleted });
        const message = JSON.stringify(request);
        t.strictSame(await byIndex(request, 0, 200, null), await bySort(request, 0, 200, null), message);
        t.strictSame(await byIndex(request, 7, 20, null), await bySort(request, 7, 20, null), message);
        t.strictSame(await scroll(byIndex, request, 13), await scroll(bySort, request, 13), message);
      }
});

/** The embedded database takes long to fill. */
const skip = process.env.TEST_DATABASE_URL ? false : 'needs a PostgreSQL';

const toLiteral = (value: unknown): string =>
  Array.isArray(value)
    ? `ARRAY[${value.map(toLiteral)}]`
    : typeof value === 'string'
      ? pg.escapeLiteral(value)
      : `${value}`;

/** A reader that also counts the rows that its statements read and sort, with the plans that they get. */
function measuring({ query, inTransaction }: Database) {
  const measured = { rows: 0 };
  const read: Query = async (sql, params = [], { customPlan } = {}) => {
    await inTransaction(async (tx) => {
      const run = <Row>(text: string) => tx.query<Row>(text, [], { unprepared: true });
      await run(`SET LOCAL plan_cache_mode = force_${customPlan ? 'custom' : 'generic'}_plan`);
      await run(`PREPARE measured AS ${sql}`);
      const plans = await run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE measured${params.length > 0 ? `(${params.map(toLiteral)})` : ''}`,
      );
      await run('DEALLOCATE measured');
      measured.rows += countRows(plans[0]!['QUERY PLAN'][0].Plan);
    });
    return query(sql, params, { unprepared: true });
  };
  return { read, measured };
}

t.test('a page reads about as many rows as it has, wherever it is', { skip }, async (t: Test) => {
  const db = await testDatabase(t);
  await fill(db.query, 20_000);
  const { read, measured } = measuring(db);
  const store = resultsStore({ read });
  const sorted = sortedPages({ read });

  await t.test('sorted pages of 20', async (t) => {
    for (const sort of sorts) {
      const request = searchRequest({ sort: [sort] });
      measured.rows = 0;
      await sorted(actor, request, { start: 0, count: 20 }, null);
      // Against the direction of the index, values that are alike are sorted.
      const isOfIndex = sort.descending === (sort.field === 'lastModifiedAt');
      t.ok(measured.rows < (isOfIndex ? 1_000 : 6_000), `${JSON.stringify(sort)}: ${measured.rows}`);
    }
  });

  const tagged = [[rule('tags', ['urn:li:tag:t'])]];
  for (const [name, request] of Object.entries({
    everything: searchRequest(),
    'one type': searchRequest({ types: ['dataset'] }),
    'one tag': searchRequest({ filter: tagged }),
    'one tag, also soft-deleted': searchRequest({ filter: tagged, includeSoftDeleted: true }),
  }))
    await t.test(`scroll: ${name}`, async (t) => {
      for (const size of [100, 1_000, 5_000]) {
        const rows: number[] = [];
        const found = await scroll(
          async (...[asked, start, count, after]) => {
            measured.rows = 0;
            const page = await store.page(actor, asked, new Map(), { start, count }, after);
            rows.push(measured.rows);
            return page;
          },
          request,
          size,
        );
        t.ok(found.length > 10_000);
        t.ok(Math.max(...rows) <= 4 * size, `${size}: ${rows}`);
      }
    });
});
