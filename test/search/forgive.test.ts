import t from 'tap';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { scrollUrns, scrollVariables } from '../support/search-documents.js';

const { put, writer } = await aspectCatalog(t);
const [customers, orders, payments, invoices] = [
  'shop.customers_daily',
  'shop.orders_weekly',
  'shop.paymentsMonthly',
  'hr.invoices',
].map(datasetUrn) as [string, string, string, string];
const pii = tagUrn('Confidential');
await put(
  proposal(customers, 'globalTags', { tags: [{ tag: pii }] }),
  proposal(orders, 'datasetProperties', { description: 'Bought by customers' }),
  proposal(payments, 'status', { removed: false }),
  proposal(invoices, 'status', { removed: false }),
  proposal(pii, 'tagProperties', { name: 'Confidential' }),
);

interface Found {
  readonly total: number;
  readonly searchResults: readonly { readonly entity: { readonly urn: string } }[];
  readonly facets: readonly { readonly field: string; readonly aggregations: readonly { count: number }[] }[];
  readonly relaxed: null | Record<'query', string>;
}

async function send(query: string, input: object = {}) {
  const { body, headers } = await writer.graphql(
    `query ($input: SearchAcrossEntitiesInput!) { found: searchAcrossEntities(input: $input) { total
       searchResults { entity { urn } } facets { field aggregations { count } }
       relaxed { query ignored corrections { word similar } required words } } }`,
    { input: { types: ['DATASET'], query, ...input } },
  );
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const { found } = body.data as { found: Found };
  return { ...found, urns: found.searchResults.map(({ entity }) => entity.urn), warning: headers.warning };
}

t.test('a wrong letter in a name', async (t) => {
  const { urns, total, relaxed, warning } = await send('custmers');
  t.strictSame(urns, [customers, orders], 'the name first');
  t.equal(total, 2);
  t.strictSame(relaxed, {
    query: '/q customers*',
    ignored: [],
    corrections: [{ word: 'custmers', similar: ['customers'] }],
    required: 1,
    words: 1,
  });
  t.match(warning, /finds nothing; the results have \\"customers\\" in place of \\"custmers\\"/);
  for (const [query, urn] of [
    ['cusotmers_daily', customers],
    ['xustomers daily', customers],
    ['fct_ordres', orders],
    ['Shop.Ordesr', orders],
    ['paymnts', payments],
    ['montly', payments],
    ['invoicess', invoices],
    ['weeky orders', orders],
  ] as const)
    t.strictSame((await send(query)).urns, [urn], query);
});

t.test('most of the words', async (t) => {
  const lacking = await send('orders xyzzy');
  t.strictSame(lacking.urns, [orders]);
  t.match(lacking.relaxed, { ignored: ['xyzzy'], corrections: [], required: 1, words: 2 });
  t.match(lacking.warning, /lack \\"xyzzy\\"/);
  const apart = await send('payments weekly customers');
  t.strictSame(apart.urns, [orders], 'which has two of the three');
  t.match(apart.relaxed, { required: 2, words: 3 });
  t.match(apart.warning, /at least 2 of its 3 words/);
  t.strictSame((await send('orders xyzzy qwerty')).urns, [], 'fewer than half of the words');
  t.strictSame((await send('weekly_shop')).urns, [orders], 'words in another order');
});

t.test('a tag counts as a word of what has it', async (t) => {
  t.strictSame((await send('confidential xyzzy')).urns, [customers]);
});

t.test('a query that finds something is met as it is', async (t) => {
  for (const query of ['customers', '*', '', 'order', 'shop.orders_weekly', orders]) {
    const { total, relaxed, warning } = await send(query);
    t.ok(total > 0, query);
    t.equal(relaxed, null);
    t.equal(warning, undefined);
  }
  t.strictSame((await send('customers')).urns, [customers, orders], 'the name first');
});

t.test('other queries are met as they are', async (t) => {
  for (const query of [
    '/q custmers',
    '"customers_weekly"',
    '*ustmer*',
    'tag',
    'urn:li:dataset:(none)',
    'a b c d e f g h i',
  ])
    t.match(await send(query), { total: 0, relaxed: null }, query);
  t.match(await send('custmers', { searchFlags: { forgiving: false } }), { total: 0, relaxed: null });
  const kept = await send('"orders weekly" custmers');
  t.strictSame(kept.urns, [orders], 'a phrase stays beside words');
  t.equal((await send('"orders daily" custmers')).total, 0);
});

t.test('a query whose nearest ones would be too long finds nothing', async (t) => {
  const words = ['v', 'w', 'x', 'y', 'z'].map((letter) => letter.repeat(98));
  for (const some of [words.slice(0, 3), words.slice(3)])
    await put(proposal(datasetUrn(some.join('_')), 'status', { removed: false }));
  t.equal((await send(words.slice(0, 3).join(' '))).total, 1);
  t.match(await send(words.join(' ')), { total: 0, relaxed: null });
  t.match(await send(`orders customers "${'- '.repeat(900)}x"`), { total: 0, relaxed: null });
});

t.test('a scroll finds what its query says, and nothing else', async (t) => {
  const scroll = async (query: string) => {
    const { body } = await writer.graphql(scrollUrns, {
      ...scrollVariables,
      types: ['DATASET'],
      query,
      orFilters: [],
    });
    const { scrollAcrossEntities } = body.data as { scrollAcrossEntities: Pick<Found, 'searchResults'> };
    return scrollAcrossEntities.searchResults.map(({ entity }) => entity.urn);
  };
  t.strictSame(await scroll('custmers'), [], 'a deletion may use it');
  t.strictSame(await scroll('customers'), [customers, orders]);
});

t.test('types, filters, totals, facets and pages are those of what is found', async (t) => {
  const filter = (origin: string) => ({ orFilters: [{ and: [{ field: 'origin', values: [origin] }] }] });
  t.equal((await send('custmers', filter('DEV'))).total, 0);
  t.equal((await send('custmers', { types: ['CHART'] })).total, 0);
  const found = await send('custmers sohp', filter('PROD'));
  t.strictSame(found.urns, [customers, orders]);
  t.equal(found.total, 2);
  const { aggregations } = found.facets.find(({ field }) => field === 'origin')!;
  t.strictSame(aggregations, [{ count: 2 }]);
  const second = await send('custmers sohp', { start: 1, count: 1 });
  t.match(second, { urns: [orders], total: 2, relaxed: { required: 2 } });
  t.match(await send('custmers sohp', { start: 5 }), { urns: [], total: 2, relaxed: { required: 2 } });
  t.match(await send('orders', { start: 5 }), { urns: [], total: 1, relaxed: null });
  t.match(await send('custmers', { count: 0 }), { urns: [], total: 2, relaxed: { required: 1 } });
  const { query } = found.relaxed!;
  t.match(await send(query), { urns: found.urns, relaxed: null }, 'the query that is told finds the same');
  const { body } = await writer.graphql(
    `{ found: aggregateAcrossEntities(input: {query: "custmers sohp", facets: ["origin"]}) { facets { aggregations { value count } } } }`,
  );
  t.strictSame(body.data, { found: { facets: [{ aggregations: [{ value: 'PROD', count: 2 }] }] } });
});

t.test('the query that is told is always a query', async (t) => {
  const { below, pick } = seeded(t);
  const parts = [
    'orders',
    'custmers',
    'AND',
    'or',
    '-x',
    '"a b',
    'q:z',
    '(',
    ')',
    '\\',
    '*',
    'ord*s',
    '/q',
    '~1',
    'ﬁle',
    'é',
  ];
  for (let round = 0; round < 60; round += 1) {
    const query = Array.from({ length: 1 + below(4) }, () => pick(parts)).join(pick([' ', '_', '']));
    if (/^\s*\/q(\s|$)/.test(query)) continue;
    const { relaxed, total } = await send(query);
    if (relaxed) t.equal((await send(relaxed.query)).total, total, `${query} → ${relaxed.query}`);
  }
});
