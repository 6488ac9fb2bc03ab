import pg from 'pg';
import t, { type Test } from 'tap';
import type { Actor } from '../../src/core/actor.js';
import type { Database } from '../../src/db/database.js';
import type { Query } from '../../src/db/query.js';
import { rankedStore } from '../../src/search/ranked-store.js';
import type { SearchRequest, Sort } from '../../src/search/request.js';
import { type Found, resultsStore } from '../../src/search/results-store.js';
import type { Position } from '../../src/search/scroll-id.js';
import { searches } from '../../src/search/search.js';
import { sortedPages } from '../../src/search/sorted-store.js';
import { totalStore } from '../../src/search/total-store.js';
import { createVisibility, everything } from '../../src/visibility/visibility.js';
import { testCatalog } from '../support/catalog.js';
import { testDatabase } from '../support/database.js';
import { type Explained, listNodes, type Plan } from '../support/looked-at.js';
import { rule, searchRequest } from '../support/search.js';
import { warningsIn } from '../support/warnings.js';

const actor = { urn: 'urn:li:corpuser:a' } as Actor;

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
  // Every document has the word `all`; datasets have `late` if they are the last ones in the order of URNs. Of a prefix,
  // PostgreSQL estimates the frequency only among a hundred words that more than one document has.
  await run(`INSERT INTO search_documents (urn, type, fields, key_names, key_words)
    SELECT urn, type, jsonb_strip_nulls(jsonb_build_object(
             'id', jsonb_build_array(substring(urn, 'md5|t[0-9a-f]+|c[0-9]+')),
             'name', CASE WHEN n % 5 > 0 THEN jsonb_build_array((CASE WHEN n % 2 = 0 THEN 'Name ' ELSE 'name ' END) || n % 97) END,
             'lastModifiedAt', CASE WHEN n % 3 > 0 THEN jsonb_build_array((n % 1000)::text) END,
             'removed', CASE WHEN n % 11 = 0 THEN jsonb_build_array('true') END)), '',
           ('''all'':' || CASE WHEN n % 7 = 0 THEN '1A' WHEN n % 7 < 3 THEN '1D,2D' ELSE '1B' END
             || CASE WHEN urn > 'urn:li:dataset:(urn:li:dataPlatform:p2' THEN ' ''late'':' || 3 + n % 5 ELSE '' END
             || ' ''w' || n % 200 || ''':9')::tsvector
      FROM (SELECT urn, type, row_number() OVER (ORDER BY urn) AS n FROM entities) e ON CONFLICT DO NOTHING`);
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

const ranked = (request: SearchRequest, lastRanked: string | null = null) => ({
  request,
  tags: new Map(),
  lastRanked,
});

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
    store(actor, ranked(request), { start, count }, after);
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

t.test('of many matches the first ones by URN are ranked, and the others follow by URN', async (t) => {
  const db = await testDatabase(t);
  await fill(db.query, 150);
  const [most, total] = [50, totalStore(db)];
  const store = resultsStore(db, most);
  const findLast = (request: SearchRequest, walked = 60) =>
    rankedStore(db, total, { ranked: most, walked })(actor, request, new Map());
  const byScore = resultsStore(db);
  for (const query of ['al', '/q all -late', 'late'])
    for (const sort of [[], [sorts[2]!], [{ field: 'urn', descending: true }]])
      for (const types of [null, ['dataset']]) {
        const request = searchRequest({ query, sort, types });
        const message = JSON.stringify(request);
        const found = await byScore(actor, ranked(request), { start: 0, count: 1_000 }, null);
        const urns = found.map(({ urn }) => urn).sort();
        t.ok(urns.length > most, message);
        const lastRanked = await findLast(request);
        t.equal(lastRanked, sort.length > 0 ? null : urns[most - 1], message);
        t.equal(await findLast(request, 1_000), lastRanked, 'all are walked');
        const readPage: ReadPage = (asked, start, count, after) =>
          store(actor, ranked(asked, lastRanked), { start, count }, after);
        const isRanked = (urn: string) => lastRanked === null || urn <= lastRanked;
        const capped = found.map((each) => (isRanked(each.urn) ? each : { ...each, score: 0 }));
        const places = new Map([...found.entries()].reverse().map(([at, { keys }]) => [`${keys}`, at]));
        const expected = capped.sort(
          (one, other) =>
            places.get(`${one.keys}`)! - places.get(`${other.keys}`)! ||
            other.score! - one.score! ||
            (one.urn < other.urn ? -1 : 1),
        );
        t.strictSame(await readPage(request, 0, 1_000, null), expected, message);
        for (const size of [17, 50])
          t.strictSame(await scroll(readPage, request, size), expected, `${size} ${message}`);
        for (const start of [1, 45, 50, 90])
          t.strictSame(await readPage(request, start, 11, null), expected.slice(start, start + 11), message);
      }
  const few = searchRequest({ query: 'late', types: ['container'] });
  t.equal(await findLast(few), null);
  t.equal(await total.atMost(most, actor, searchRequest({ query: 'all' }), new Map()), most);
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
      const plans = await run<Explained>(
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
            const page = await store(actor, ranked(asked), { start, count }, after);
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

t.test('of 20,000 matches at most 10,000 are ranked', { skip }, async (t: Test) => {
  const { db, user } = await testCatalog(t);
  await fill(db.query, 20_000);
  const reader = await user('reader');
  const service = searches({
    ...{ db, visibility: createVisibility(db, everything) },
    pageSizeMax: 1_000,
    scrollSizeMax: 5_000,
  });
  const request = searchRequest({ query: 'all' });
  const warned = async <T>(work: (caller: Actor) => Promise<T>): Promise<[T, string]> => {
    const caller: Actor = { ...actor };
    return [await work(caller), [...(caller.warnings ?? [])].join()];
  };

  await t.test('a scroll finds each entity once, although others come in the meantime', async (t) => {
    const found: string[] = [];
    for (let scrollId: string | null = null; ; ) {
      const [page, warning] = await warned((caller) =>
        service.scroll(caller, request, { scrollId, count: 5_000 }),
      );
      t.match(warning, /^more than 10,000 entities match/);
      found.push(...page.hits.map(({ urn }) => urn));
      scrollId = page.nextScrollId;
      if (scrollId === null) break;
      await db.query(
        `INSERT INTO search_documents (urn, type, fields, key_names, key_words)
         VALUES ($1, 'container', '{}', '', '''all'':1D')`,
        [`urn:li:container:A${found.length}`],
      );
    }
    const urns = new Set(found);
    t.equal(urns.size, found.length);
    const all = await db.query<{ urn: string }>(
      `SELECT urn FROM search_documents WHERE type IN ('dataset', 'container') AND NOT removed AND urn NOT LIKE '%:A%'`,
    );
    t.ok(all.length > 15_000);
    t.strictSame(
      all.filter(({ urn }) => !urns.has(urn)),
      [],
    );
  });

  await t.test('a total is an estimate only where a request allows it', async (t) => {
    const read = (query: string, estimatesTotal: boolean) =>
      warned(async (caller) => {
        const asked = searchRequest({ query, estimatesTotal });
        return (await service.search(caller, asked, { count: 0 })).total();
      });
    const [exact] = await read('all', false);
    t.match(exact, { isEstimate: false });
    const [estimate, warning] = await read('all', true);
    t.match(estimate, { isEstimate: true });
    t.match(warning, /the total is an estimate/);
    t.ok(Math.abs(estimate.count / exact.count - 1) < 0.1, `${estimate.count} of ${exact.count}`);
    const rare = '/q all AND none';
    t.strictSame(await read(rare, true), [{ count: 0, isEstimate: false }, ''], 'few are counted');
    t.strictSame((await read('*', true))[0], (await read('*', false))[0], 'counts are kept of everything');
  });

  await t.test('every way to search says what is not ranked, and what is an estimate', async (t) => {
    const many = /^more than 10,000 entities match/;
    const warnings: readonly (readonly [field: string, warning: RegExp])[] = [
      ['searchAcrossEntities(input: {query: "all"}) { count }', many],
      ['scrollAcrossEntities(input: {query: "all"}) { count }', many],
      ['search(input: {type: DATASET, query: "all"}) { count }', many],
      ['autoComplete(input: {type: DATASET, query: "all"}) { suggestions }', /are the best of 1,000/],
    ];
    for (const [field, warning] of warnings) {
      const answer = await reader.graphql(`{ ${field} }`);
      t.match(answer.body, { errors: undefined }, field);
      t.match(warningsIn(answer), [warning], field);
    }
    const rest = await reader.post('/entities?action=search', {
      ...{ entity: 'dataset', input: 'all', count: 1, searchFlags: { estimateTotal: true } },
    });
    t.match(rest.body, { value: { numEntitiesIsEstimate: true } });
    t.match(warningsIn(rest), [many, /the total is an estimate/]);
    for (const sort of ['name', 'urn']) {
      const listed = await reader.get(`/openapi/v3/entity/dataset?query=all&count=1&sort=${sort}`);
      t.equal(listed.status, 200);
      t.strictSame(warningsIn(listed), [], sort);
    }
    const { body } = await reader.graphql(`{ searchAcrossEntities(input: {
      query: "all", count: 0, searchFlags: {estimateTotal: true} }) { total totalIsEstimate } }`);
    t.match(body.data, { searchAcrossEntities: { totalIsEstimate: true } });
  });

  await t.test('a page and an estimate read no more than a part of the matches', async (t) => {
    const { read, measured } = measuring(db);
    const [most, total] = [1_000, totalStore({ read })];
    const findLast = rankedStore({ read }, total, { ranked: most, walked: 3_000 });
    const store = resultsStore({ read }, most);
    const rowsOf = async (start: number) => {
      measured.rows = 0;
      const lastRanked = await findLast(actor, request, new Map());
      await store(actor, ranked(request, lastRanked), { start, count: 20 }, null);
      return measured.rows;
    };
    for (const start of [0, 980, 2_000]) {
      const rows = await rowsOf(start);
      t.ok(rows < 12_000, `from ${start}: ${rows} rows`);
    }
    measured.rows = 0;
    await total.atMost(most, actor, request, new Map());
    t.ok(measured.rows <= 3 * most, `at most: ${measured.rows} rows`);
  });
});
