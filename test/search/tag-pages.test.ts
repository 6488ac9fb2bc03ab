import { EventEmitter, once } from 'node:events';
import t from 'tap';
import type { Query } from '../../src/db/query.js';
import type { SearchRequest } from '../../src/search/request.js';
import { maxPages, maxRead, maxShared, tagPages } from '../../src/search/tag-pages-store.js';
import { testDatabase } from '../support/database.js';
import { type Explained, listNodes } from '../support/looked-at.js';
import { matches, rule, searchRequest } from '../support/search.js';

const db = await testDatabase(t);
const statements: [sql: string, params: readonly unknown[]][] = [];
const read: Query = (sql, params = [], options) => {
  statements.push([sql, params]);
  return db.read(sql, params, options);
};
const loadPage = tagPages({ read });
const actor = (n: number) => ({ urn: `urn:li:corpuser:u${n}` });
const page = (request: SearchRequest, size: number) => loadPage(actor(0), request, size);

/** Each tag and how many charts, then datasets, then removed datasets, then datasets have it, in the order of URNs. */
const counts = {
  few: [1, 2, 1, 0],
  many: [maxRead - 15, 20_000, 0, 0],
  withRemoved: [0, 0, maxRead - 1, 20],
  withMoreRemoved: [0, 0, maxRead, 20],
  removed: [0, 0, maxRead - 1, 0],
} as const;
const kinds = ['chart:(t,c', 'dataset:(a', 'dataset:(b', 'dataset:(c'];
for (const [tag, numbers] of Object.entries(counts))
  for (const [index, kind] of kinds.entries())
    await db.query(
      `INSERT INTO tagged_entities (tag_urn, entity_urn, type, removed, on_entity, edited_columns, declared_columns, columns)
       SELECT $1, 'urn:li:' || $2 || lpad(n::text, 5, '0') || ')', split_part($2, ':', 1), $3, true, 0, 0, 0
         FROM generate_series(1, $4::int) n`,
      [`urn:li:tag:${tag}`, kind, index === 2, numbers[index]],
    );
await db.query('ANALYZE tagged_entities');

const of = (tag: string, changes: Partial<SearchRequest> = {}) =>
  searchRequest({ filter: [[rule('tags', [`urn:li:tag:${tag}`])]], ...changes });
const listUrns = async (request: SearchRequest, size: number) =>
  (await page(request, size))?.map(({ urn }) => urn);

t.test('a shared page is what the request finds by itself', async (t) => {
  const lists = [
    null,
    ['dataset'],
    ['chart', 'dataset'],
    ['dashboard', 'dataset'],
    ['dashboard'],
    ['policy'],
  ];
  for (const tag of [...Object.keys(counts), 'none'])
    for (const types of lists)
      for (const includeSoftDeleted of [false, true]) {
        const request = of(tag, { types, includeSoftDeleted });
        const all = await matches(db, request);
        for (const size of [1, 10, maxShared]) {
          const found = await listUrns(request, size);
          if (found !== undefined) t.strictSame(found, all.slice(0, size), `${tag} ${types} ${size}`);
        }
      }
});

t.test('a page that the pairs that are read do not decide is not shared', async (t) => {
  const decided = async (...[tag, size, changes]: [string, number, Partial<SearchRequest>?]) =>
    (await page(of(tag, changes), size)) !== undefined;
  t.ok(await decided('many', maxShared));
  t.ok(await decided('many', 10, { types: ['dataset'] }), 'the charts before them are not read');
  t.ok(await decided('many', 10, { types: ['dashboard', 'dataset'] }), 'they are, and 14 datasets');
  t.notOk(await decided('many', maxShared, { types: ['dashboard', 'dataset'] }));
  t.ok(await decided('removed', 10), 'all pairs are read');
  t.notOk(await decided('withRemoved', 10), 'the last pair that is read matches');
  t.notOk(await decided('withMoreRemoved', 10), 'the last pair that is read does not match');
  t.ok(await decided('withMoreRemoved', 10, { includeSoftDeleted: true }));
});

t.test('a larger page, and a request for more than one tag, is not shared', async (t) => {
  statements.length = 0;
  const few = 'urn:li:tag:few';
  t.equal(await page(of('few'), maxShared + 1), undefined);
  const others: Partial<SearchRequest>[] = [
    { query: 'few' },
    { sort: [{ field: 'name', descending: false }] },
    { filter: [] },
    { filter: [[]] },
    { filter: [[rule('tags', [few])], [rule('tags', [few])]] },
    { filter: [[rule('tags', [few]), rule('origin', ['PROD'])]] },
    { filter: [[rule('tags', [few, 'urn:li:tag:many'])]] },
    { filter: [[rule('tags', [few], { negated: true })]] },
    { filter: [[rule('tags', [few], { condition: 'START_WITH' })]] },
    { filter: [[rule('tags', [], { condition: 'EXISTS' })]] },
    { filter: [[rule('entityTags', [few])]] },
    { filter: [[rule('owners', [few])]] },
  ];
  for (const other of others) t.equal(await page(searchRequest(other), 10), undefined, JSON.stringify(other));
  t.equal(statements.length, 0);
  const invalid = searchRequest({ filter: [[rule('tags', [])]] });
  await t.rejects(page(invalid, 10), { message: /has no values/ });
});

t.test('pages of concurrent requests are one statement, of fifty at most', async (t) => {
  statements.length = 0;
  const tags = ['few', 'many', 'none'];
  const pages = await Promise.all(
    Array.from({ length: 120 }, (_, n) => loadPage(actor(n), of(tags[n % 3]!), 1 + (n % 4))),
  );
  t.equal(statements.length, Math.ceil(120 / maxPages));
  for (const [n, found] of pages.entries())
    t.strictSame(
      found?.map(({ urn }) => urn),
      (await matches(db, of(tags[n % 3]!))).slice(0, 1 + (n % 4)),
    );
});

t.test('an actor’s pages do not wait for all of another’s', async (t) => {
  const sizes: number[] = [];
  const events = new EventEmitter();
  let isHeld = true;
  const gated = tagPages({
    read: async (sql, params = []) => {
      sizes.push((params[0] as unknown[]).length);
      events.emit('begun');
      if (isHeld) await once(events, 'release');
      return db.read(sql, params);
    },
  });
  const ask = (n: number) => gated(actor(n), of('few'), 1);
  const first = Array.from({ length: 2 * maxPages }, () => ask(1));
  await once(events, 'begun');
  t.strictSame(sizes, [maxPages], 'what exceeds the actor’s part waits');
  const another = ask(2);
  await once(events, 'begun');
  t.strictSame(sizes, [maxPages, 1], 'and another actor does not wait for it');
  isHeld = false;
  events.emit('release');
  t.equal((await another)?.length, 1);
  t.equal((await Promise.all(first)).length, 2 * maxPages);
  t.ok(sizes.every((size) => size <= maxPages));
});

t.test('pages that are too large together are not shared', async (t) => {
  const small = tagPages({ read: (sql, params) => db.query(sql, params, { maxBytes: 500 }) });
  const one = () => small(actor(0), of('many'), 5);
  t.equal((await one())?.length, 5);
  t.strictSame(await Promise.all([one(), one(), one()]), [undefined, undefined, undefined]);
});

t.test('a page reads no more pairs than it may, by their index', async (t) => {
  for (const [what, request, most] of [
    ['a full page', of('many'), 10],
    ['datasets', of('many', { types: ['dataset'] }), 10],
    ['removed', of('withMoreRemoved'), maxRead],
  ] as const) {
    await page(request, 10);
    const [sql, params] = statements.at(-1)!;
    const [row] = await db.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, params);
    const pairs = listNodes(row!['QUERY PLAN'][0].Plan).filter(
      (node) => node['Relation Name'] === 'tagged_entities',
    );
    t.equal(pairs.length, 1);
    t.equal(pairs[0]!['Index Name'], 'tagged_entities_pkey', what);
    // PostgreSQL reads one more to know that a window ends.
    t.ok(pairs[0]!['Actual Rows'] <= most + 1, `${what}: ${pairs[0]!['Actual Rows']}`);
  }
});
