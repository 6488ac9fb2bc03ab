import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import type { Database } from '../../src/db/database.js';
import type { SearchRequest } from '../../src/search/request.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { field } from '../support/metadata.js';
import { schemaWith } from '../support/schemas.js';
import { rule, searchRequest } from '../support/search.js';

const statements: string[] = [];
const watched = (db: Database): Database => ({
  ...db,
  read: (sql, ...rest) => {
    statements.push(sql);
    return db.read(sql, ...rest);
  },
});

const { services, put, writer } = await aspectCatalog(t, { wrap: watched, env: { SCROLL_SIZE_MAX: '50' } }, [
  'DELETE_ENTITY',
]);
const { search, scroll, aggregate, autoComplete } = services.search;
const actor: Actor = { urn: writer.urn, can: () => true };
const toUrn = (n: number | string) => `urn:li:dataset:(urn:li:dataPlatform:hive,sales.orders_${n},PROD)`;
const [pii, gold, ann] = ['urn:li:tag:PII', 'urn:li:tag:gold', 'urn:li:corpuser:ann'];
const tags = (...urns: string[]) => ({ tags: urns.map((tag) => ({ tag })) });
const request = (changes: Partial<SearchRequest> = {}) => searchRequest({ types: ['dataset'], ...changes });
const tagged = request({ filter: [[rule('tags', [pii])]] });

await put(
  proposal(pii, 'tagProperties', { name: 'Personal' }),
  proposal(gold, 'tagProperties', { name: 'Gold' }),
  ...Array.from({ length: 12 }, (_, n) =>
    proposal(toUrn(n), 'datasetProperties', {
      name: `Orders ${n}`,
      description: n === 3 ? 'What customers bought' : 'x',
      ...(n % 3 > 0 && { lastModified: { time: (n % 4) * 1_000 } }),
    }),
  ),
  ...[0, 1, 2].map((n) => proposal(toUrn(n), 'globalTags', tags(pii))),
  proposal(
    toUrn(3),
    'schemaMetadata',
    schemaWith(
      field('customer_id', { globalTags: tags(pii) }),
      field('mail', { description: 'of the customer' }),
      field('n'),
    ),
  ),
  proposal(toUrn(3), 'editableSchemaMetadata', {
    editableSchemaFieldInfo: [{ fieldPath: 'mail', globalTags: tags(pii, gold) }],
  }),
  proposal(toUrn(4), 'ownership', { owners: [{ owner: ann, type: 'DATAOWNER' }] }),
  proposal(toUrn(5), 'status', { removed: true }),
  proposal(toUrn(5), 'globalTags', tags(pii)),
);

/** Returns how many statements a search takes, and its result. */
async function cost<T>(work: () => Promise<T>) {
  const before = statements.length;
  const result = await work();
  return { statements: statements.length - before, result };
}

t.test('a page costs one statement; the rest is read when it is called for, once', async (t) => {
  // The first search of a process also reads whether all documents are there.
  await search(actor, tagged, { count: 1 });
  const { statements: page, result } = await cost(() => search(actor, tagged, { start: 1, count: 2 }));
  t.strictSame(page, 1);
  t.strictSame(
    result.hits.map(({ urn }) => urn),
    [toUrn(1), toUrn(2)],
  );
  const total = await cost(async () => [await result.total(), await result.total()]);
  const four = { count: 4, isEstimate: false };
  t.strictSame(total, { statements: 1, result: [four, four] });
  t.notMatch(statements.at(-1), /\bd\.(urn|type|removed|fields)\b(?! = p)/, 'the pairs alone are counted');
  const facets = await cost(async () => [await result.facets(null, 20), await result.facets(null, 20)]);
  t.equal(facets.statements, 3, 'tags, terms, and all others together');
  const matched = await cost(async () => [await result.matchedFields(), await result.matchedFields()]);
  t.equal(matched.statements, 1);
  t.equal(
    (await cost(() => search(actor, request({ query: 'orders' }), {}))).statements,
    3,
    'and the tags of words, and whether there are too many matches to rank',
  );
});

t.test('a rule that names `removed` counts for an alternative without rules, too', async (t) => {
  const filter = [[rule('removed', ['true'])], []];
  const [facet] = await aggregate(actor, request({ filter }), ['tags'], 20);
  t.match(facet!.aggregations, [
    { value: pii, count: 5 },
    { value: gold, count: 1 },
  ]);
});

t.test("facets of a request that names none are DataHub's, and count as their filters match", async (t) => {
  const facets = await aggregate(actor, request(), null, 20);
  const names = Object.fromEntries(facets.map((facet) => [facet.field, facet.displayName]));
  t.strictSame(names, {
    _entityType: 'Type',
    tags: 'Tagged With',
    glossaryTerms: 'Glossary Term',
    owners: 'Owned By',
    domains: 'Domain',
    container: 'Container',
    platform: 'Platform',
    platformInstance: 'Platform Instance',
    origin: 'Environment',
    typeNames: 'Sub Type',
    deprecated: 'Deprecated',
  });
  const of = (name: string) => facets.find((facet) => facet.field === name)!.aggregations;
  t.strictSame(of('tags'), [
    { value: pii, count: 4, displayName: null, urn: pii },
    { value: gold, count: 1, displayName: null, urn: gold },
  ]);
  t.strictSame(of('_entityType'), [{ value: 'DATASET', count: 11, displayName: null, urn: null }]);
  t.strictSame(of('owners'), [{ value: ann, count: 1, displayName: null, urn: ann }]);
  t.strictSame(of('domains'), []);
  const [nested, env] = await aggregate(actor, tagged, ['tags\u241e_entityType', 'env'], 1);
  t.strictSame([nested!.aggregations[0]!.value, nested!.aggregations[0]!.count], [`${pii}\u241eDATASET`, 4]);
  t.strictSame([env!.field, env!.aggregations[0]!.value], ['env', 'PROD']);
  const [removed, absent] = await aggregate(actor, request(), ['removed', 'hasActiveIncidents'], 20);
  t.strictSame(
    removed!.aggregations.map(({ value, count }) => [value, count]),
    [
      ['false', 11],
      ['true', 1],
    ],
  );
  t.strictSame(absent!.aggregations, []);
});

t.test('a facet that cannot be counted is refused', async (t) => {
  const refused = (facets: string[], max: number, message: RegExp) =>
    t.rejects(aggregate(actor, request(), facets, max), { type: 'BAD_REQUEST', message });
  await refused(['colour'], 20, /"colour" is not a field; the fields are /);
  await refused(['fieldPaths'], 20, /"fieldPaths" cannot be counted/);
  await refused(['tags\u241eowners\u241eplatform'], 20, /3 levels; at most 2/);
  await refused(['tags'], 1_001, /maxAggValues is 1001; expected an integer from 1 to 1000/);
  await refused(['tags'], 0, /maxAggValues is 0/);
  await refused(
    Array.from({ length: 21 }, (_, n) => `structuredProperties.${n}`),
    20,
    /21 facets are requested; at most 20/,
  );
});

t.test('matched fields name the tag, the columns that carry it, and the texts with a word', async (t) => {
  const listFields = async (of: SearchRequest, n: number) =>
    (await (await search(actor, of, { count: 20 })).matchedFields()).get(toUrn(n));
  t.strictSame(await listFields(tagged, 0), [{ name: 'tags', value: pii, urn: pii }]);
  t.strictSame(await listFields(tagged, 3), [
    { name: 'fieldTags', value: pii, urn: pii },
    { name: 'fieldPaths', value: 'customer_id', urn: null },
    { name: 'editedFieldTags', value: pii, urn: pii },
    { name: 'fieldPaths', value: 'mail', urn: null },
  ]);
  t.strictSame(await listFields(request({ query: 'cust' }), 3), [
    { name: 'description', value: 'What customers bought', urn: null },
    { name: 'fieldPaths', value: 'customer_id', urn: null },
    { name: 'fieldPaths', value: 'mail', urn: null },
  ]);
  t.match(await listFields(request({ query: 'personal' }), 0), [{ name: 'tags', value: pii }]);
  t.strictSame(await listFields(request({ query: '/q orders NOT customers' }), 1), [
    { name: 'id', value: 'sales.orders_1', urn: null },
    { name: 'name', value: 'Orders 1', urn: null },
  ]);
  t.strictSame(await listFields(request(), 0), []);
});

t.test('sorted results have entities without a value last, and pages are bounded', async (t) => {
  const sort = [
    { field: 'lastModifiedAt', descending: true },
    { field: 'urn', descending: true },
  ];
  const { hits } = await search(actor, request({ sort }), { count: 50 });
  const numbers = hits.map(({ urn }) => Number(/_(\d+),/.exec(urn)![1]));
  const byTime = [7, 11, 2, 10, 1, 8, 4, 9, 6, 3, 0];
  t.strictSame(numbers, byTime);
  const refused = (changes: Partial<SearchRequest>, page: object, message: RegExp) =>
    t.rejects(search(actor, request(changes), page), { type: 'BAD_REQUEST', message });
  await refused({}, { start: 100_001 }, /start is 100001; at most 100000 is allowed/);
  await refused({}, { count: 1_001 }, /count is 1001/);
  await refused({ sort: [{ field: 'tags', descending: true }] }, {}, /cannot be sorted by "tags"/);
  await refused({ sort: [{ field: 'colour', descending: true }] }, {}, /"colour" is not a field/);
  await refused({ sort: Array(6).fill(sort[0]) }, {}, /6 criteria; at most 5/);
  await t.rejects(scroll(actor, request(), { count: 51 }), { type: 'BAD_REQUEST', message: /from 0 to 50/ });
});

t.test('a scroll meets every entity that stays exactly once, while others come and go', async (t) => {
  const found: string[] = [];
  const sort = [{ field: 'name', descending: false }];
  let scrollId: string | null = null;
  let pages = 0;
  do {
    const page = await scroll(actor, request({ sort }), { scrollId, count: 2 });
    found.push(...page.hits.map(({ urn }) => urn));
    scrollId = page.nextScrollId;
    // One is deleted that was on this page, one is added before it and one after it.
    if (pages === 2) {
      await writer.post('/entities?action=delete', { urn: found.at(-1) });
      await put(
        proposal(toUrn('early'), 'datasetProperties', { name: 'A' }),
        proposal(toUrn('late'), 'datasetProperties', { name: 'Z' }),
      );
    }
    pages += 1;
  } while (scrollId !== null);
  const byName = [0, 1, 10, 11, 2, 3, 4, 6, 7, 8, 9, 'late'];
  t.strictSame(found, byName.map(toUrn));
});

t.test('a scroll id of another request, or none at all, is refused', async (t) => {
  const { nextScrollId } = await scroll(actor, request(), { count: 1 });
  const refused = (of: SearchRequest, scrollId: string, message: RegExp) =>
    t.rejects(scroll(actor, of, { scrollId, count: 1 }), { type: 'BAD_REQUEST', message });
  await refused(tagged, nextScrollId!, /scrollId is that of another request/);
  await refused(request({ query: 'orders' }), nextScrollId!, /scrollId is that of another request/);
  const parts = JSON.parse(Buffer.from(nextScrollId!, 'base64url').toString());
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const wrong of [
    'x',
    '1-2',
    nextScrollId!.slice(0, -3),
    `${nextScrollId}=`,
    encoded({}),
    encoded(parts.slice(0, 3)),
    encoded([parts[0], [1], null, 'x']),
    encoded([parts[0], [], '1', 'x']),
    encoded([parts[0], [], null, 'x\0']),
    'A'.repeat(100_001),
  ])
    await refused(request(), wrong, /expected nextScrollId of the previous page/);
  await refused(request(), encoded([parts[0], ['1'], null, 'x']), /does not fit/);
  await refused(request(), encoded([parts[0], [], 1, 'x']), /does not fit/);
  const sorted = request({ sort: [{ field: 'lastModifiedAt', descending: true }] });
  const id = (await scroll(actor, sorted, { count: 1 })).nextScrollId!;
  const [hash] = JSON.parse(Buffer.from(id, 'base64url').toString());
  await refused(sorted, encoded([hash, ['soon'], null, 'x']), /does not fit/);
  t.strictSame((await scroll(actor, request(), { count: 0 })).nextScrollId, null);
});

t.test('a beginning is completed to names, or to the values of a field', async (t) => {
  const complete = (query: string, more: object = {}) =>
    autoComplete(actor, { types: ['dataset', 'tag'], query, field: null, limit: null, filter: [], ...more });
  t.strictSame(await complete('orders 4'), { suggestions: ['Orders 4'], urns: [toUrn(4)] });
  t.strictSame((await complete('gol')).urns, [gold], 'the beginning of a name');
  t.strictSame((await complete('erson*')).suggestions, ['Personal'], 'a part of a name');
  t.strictSame((await complete('sales orders 11')).suggestions, ['sales.orders_11'], 'words of a name');
  t.strictSame((await complete('orders', { limit: 3 })).suggestions, ['Orders 0', 'Orders 1', 'Orders 2']);
  t.strictSame((await complete('orders 5')).urns, [], 'soft-deleted');
  t.strictSame((await complete('orders', { filter: [[rule('owners', [ann])]] })).urns, [toUrn(4)]);
  t.strictSame((await complete('HIVE', { field: 'platform', limit: 1 })).suggestions, [
    'urn:li:dataPlatform:hive',
  ]);
  t.strictSame(await complete(' * '), { suggestions: [], urns: [] });
  t.strictSame(await complete('x', { field: 'hasActiveIncidents' }), { suggestions: [], urns: [] });
  const refused = (query: string, more: object, message: RegExp) =>
    t.rejects(complete(query, more), { type: 'BAD_REQUEST', message });
  await refused('x', { limit: 101 }, /limit is 101; expected an integer from 0 to 100/);
  await refused('x', { field: 'colour' }, /"colour" is not a field/);
  await refused('x', { field: 'tags' }, /values of tags cannot be completed/);
  await refused('x'.repeat(2_001), {}, /2001 characters; at most 2000/);
  await refused('x\0', {}, /the query /);
});
