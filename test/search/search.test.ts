import t from 'tap';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { containerUrn, datasetUrn, field, refused, tagUrn } from '../support/metadata.js';
import { schemaWith } from '../support/schemas.js';
import { scrollUrns, scrollVariables } from '../support/search-documents.js';

type Search = Parameters<typeof counted>[0];
const computed: string[] = [];

/** Notes which parts of a page are computed. */
function counted(search: Awaited<ReturnType<typeof aspectCatalog>>['services']['search']) {
  return {
    ...search,
    async search(...args: Parameters<Search['search']>) {
      const page = await search.search(...args);
      const noted = <Args extends unknown[], T>(name: string, compute: (...args: Args) => T) => {
        return (...args: Args): T => {
          computed.push(name);
          return compute(...args);
        };
      };
      return {
        ...page,
        total: noted('total', page.total),
        facets: noted('facets', page.facets),
        matchedFields: noted('matchedFields', page.matchedFields),
      };
    },
  };
}

const catalog = await aspectCatalog(t, {
  env: { SCROLL_SIZE_MAX: '5000', PAGE_SIZE_MAX: '1000', ASPECTS_UNKNOWN: 'store' },
  replace: (services) => ({ ...services, search: counted(services.search) }),
});
const { writer, put, read } = catalog;

const [orders, customers, gone] = ['shop.orders', 'shop.customers', 'shop.gone'].map(datasetUrn);
const pii = tagUrn('pii');
const term = 'urn:li:glossaryTerm:revenue';
const named = (urn: string, aspect: string, value: object) => proposal(urn, aspect, value);
await put(
  named(pii, 'tagProperties', { name: 'Personal data', description: 'Of people' }),
  named(orders!, 'datasetProperties', { name: 'Orders', description: 'What people buy' }),
  named(orders!, 'globalTags', { tags: [{ tag: pii }] }),
  named(
    customers!,
    'schemaMetadata',
    schemaWith(field('id'), field('email', { globalTags: { tags: [{ tag: pii }] } })),
  ),
  named(gone!, 'globalTags', { tags: [{ tag: pii }] }),
  named(gone!, 'status', { removed: true }),
  named(containerUrn('shop'), 'containerProperties', { name: 'Shop' }),
  named(term, 'glossaryTermInfo', { name: 'Revenue', definition: 'What is earned', termSource: 'INTERNAL' }),
  named('urn:li:glossaryNode:money', 'glossaryNodeInfo', { definition: 'Of money' }),
  named('urn:li:domain:sales', 'domainProperties', { name: 'Sales', description: 'All that is sold' }),
  named('urn:li:dataProduct:report', 'dataProductProperties', { name: 'Report' }),
  named('urn:li:somethingNew:one', 'status', { removed: false }),
);

const tagged = [{ and: [{ field: 'tags', values: [pii] }] }];
const across = (selection: string) =>
  `query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { ${selection} } }`;
const search = async (input: object, selection: string) =>
  (await read(across(selection), { input: { query: '*', ...input } })).searchAcrossEntities;
const listUrns = (results: readonly { entity: { urn: string } }[]) => results.map(({ entity }) => entity.urn);

/** Returns the one error of a query. */
async function readError(document: string, variables: Record<string, unknown> = {}) {
  const { status, body } = await writer.graphql(document, variables);
  const [{ extensions, message }] = body.errors;
  return { status, value: null, error: { ...extensions, message } };
}
const refusedSearch = (input: object) => readError(across('start'), { input: { query: '*', ...input } });

t.test('searchAcrossEntities finds what carries a tag, and says where', async (t) => {
  const selection = `start count total
    searchResults { entity { urn type } matchedFields { name value entity { urn ... on Tag { name } } } insights { text }
      extraProperties { name value } }
    facets { field displayName aggregations { value count displayName entity { urn } } } suggestions { text }`;
  const page = await search({ orFilters: tagged, count: 5 }, selection);
  t.match(page, { start: 0, count: 5, total: 2, suggestions: [] });
  const tag = { urn: pii, name: 'Personal data' };
  t.strictSame(page.searchResults, [
    {
      entity: { urn: customers, type: 'DATASET' },
      matchedFields: [
        { name: 'fieldTags', value: pii, entity: tag },
        { name: 'fieldPaths', value: 'email', entity: null },
      ],
      insights: [],
      extraProperties: [],
    },
    {
      entity: { urn: orders, type: 'DATASET' },
      matchedFields: [{ name: 'tags', value: pii, entity: tag }],
      insights: [],
      extraProperties: [],
    },
  ]);
  const tags = page.facets.find(({ field }: { field: string }) => field === 'tags');
  t.match(tags, {
    displayName: 'Tagged With',
    aggregations: [{ value: pii, count: 2, entity: { urn: pii } }],
  });
});

t.test('a search computes what is selected, and what its flags do not leave out', async (t) => {
  const selected = async (selection: string, searchFlags: object = {}) => {
    computed.length = 0;
    const page = await search({ orFilters: tagged, searchFlags }, selection);
    return { page, computed: [...new Set(computed)].sort() };
  };
  t.strictSame((await selected('searchResults { entity { urn } }')).computed, []);
  t.strictSame((await selected('total')).computed, ['total']);
  t.strictSame((await selected('total totalIsEstimate', { estimateTotal: true })).page, {
    total: 2,
    totalIsEstimate: false,
  });
  t.strictSame((await selected('searchResults { matchedFields { name } }')).computed, ['matchedFields']);
  t.strictSame((await selected('facets { field }')).computed, ['facets']);
  t.strictSame(await selected('facets { field }', { skipAggregates: true }), {
    page: { facets: null },
    computed: [],
  });
  const plain = await selected('searchResults { matchedFields { name } }', { skipHighlighting: true });
  t.strictSame(plain.computed, []);
  t.strictSame(plain.page.searchResults, [{ matchedFields: [] }, { matchedFields: [] }]);
});

t.test('rules, filters, flags, types and the sort decide what is found, and in which order', async (t) => {
  const found = async (input: object) => {
    const sortInput = { sortCriteria: [{ field: 'urn', sortOrder: 'DESCENDING' }] };
    return listUrns(
      (await search({ sortInput, ...input }, 'searchResults { entity { urn } }')).searchResults,
    );
  };
  const types = ['DATASET'];
  t.strictSame(await found({ types }), [orders, customers]);
  t.strictSame(await found({ types, searchFlags: { includeSoftDeleted: true } }), [orders, gone, customers]);
  t.strictSame(
    await found({ types, sortInput: { sortCriterion: { field: 'urn', sortOrder: 'ASCENDING' } } }),
    [customers, orders],
  );
  t.strictSame(await found({ types, orFilters: [{ and: [{ field: 'removed', value: 'true' }] }] }), [gone]);
  t.strictSame(await found({ types, filters: [{ field: 'name', values: ['Orders'] }] }), [orders]);
  const notOrders = { field: 'urn', condition: 'EQUAL', values: [orders], negated: true };
  t.strictSame(await found({ orFilters: tagged, filters: [notOrders] }), [customers], 'both must match');
  t.strictSame(await found({ types, orFilters: [{ and: [] }] }), [orders, customers]);
  t.strictSame(await found({ types: ['GLOSSARY_TERM', 'DOMAIN'] }), [term, 'urn:li:domain:sales']);
  t.strictSame(await found({ types, query: 'order' }), [orders]);
  t.strictSame(await found({ types, start: 1, count: 1 }), [customers]);
});

t.test('search finds entities of one type', async (t) => {
  const { search: page } = await read(
    '{ search(input: { type: TAG, query: "personal" }) { start count total searchResults { entity { urn } } } }',
    {},
  );
  t.strictSame(page, { start: 0, count: 10, total: 1, searchResults: [{ entity: { urn: pii } }] });
});

t.test('a page shows entities of every type, and of those that it reads their properties', async (t) => {
  const types = ['GLOSSARY_TERM', 'GLOSSARY_NODE', 'DOMAIN', 'DATA_PRODUCT', 'TAG', 'CONTAINER'];
  const properties = ['GlossaryTerm', 'GlossaryNode', 'Domain', 'DataProduct', 'Tag', 'Container']
    .map((type) => `... on ${type} { properties { name description } }`)
    .join(' ');
  const { searchResults } = await search({ types }, `searchResults { entity { __typename ${properties} } }`);
  const shown = searchResults.map(({ entity }: { entity: { __typename: string; properties: object } }) => [
    entity.__typename,
    entity.properties,
  ]);
  t.equal(shown.length, types.length);
  t.strictSame(Object.fromEntries(shown), {
    GlossaryTerm: { name: 'Revenue', description: 'What is earned' },
    GlossaryNode: { name: 'money', description: 'Of money' },
    Domain: { name: 'Sales', description: 'All that is sold' },
    DataProduct: { name: 'Report', description: null },
    Tag: { name: 'Personal data', description: 'Of people' },
    Container: { name: 'Shop', description: null },
  });
});

t.test('scrollAcrossEntities goes through all that matches, with ids of the same request', async (t) => {
  const page = async (scrollId: string | null, more: object = {}) => {
    const variables = { ...scrollVariables, types: ['DATASET'], batchSize: 1, scrollId, ...more };
    return (await read(scrollUrns, variables)).scrollAcrossEntities;
  };
  const first = await page(null);
  const others: (typeof first)[] = [];
  for (let last = first; last.nextScrollId; others.push(last)) last = await page(last.nextScrollId);
  t.strictSame(listUrns([first, ...others].flatMap(({ searchResults }) => searchResults)), [
    customers,
    orders,
  ]);
  t.strictSame(await page(''), first, 'an empty id is none');
  t.strictSame((await page(null, { batchSize: 10 })).nextScrollId, null);
  const scroll = (scrollId: string, more: object = {}) =>
    readError(scrollUrns, { ...scrollVariables, types: ['DATASET'], batchSize: 1, scrollId, ...more });
  t.match(await scroll('x'), refused('BAD_REQUEST', /^scrollId is "x"/));
  t.match(
    await scroll(first.nextScrollId, { types: ['TAG'] }),
    refused('BAD_REQUEST', /^scrollId is that of another request/),
  );
  t.match(
    await scroll(first.nextScrollId, { batchSize: 5_001 }),
    refused('BAD_REQUEST', 'count is 5001; expected an integer from 0 to 5000'),
  );
  const { scrollAcrossEntities: counted } = await read(
    '{ scrollAcrossEntities(input: { types: [DATASET], query: "*" }) { count total facets { field } } }',
    {},
  );
  t.match(counted, { count: 10, total: 2 });
});

t.test('aggregateAcrossEntities counts values, of the usual fields or of those asked for', async (t) => {
  const aggregate = async (facets: unknown) => {
    const document = `query q($facets: [String]) { aggregateAcrossEntities(input: { types: [DATASET], query: "*",
      facets: $facets }) { facets { field displayName aggregations { value count entity { urn } } } } }`;
    return (await read(document, { facets })).aggregateAcrossEntities.facets;
  };
  const hive = 'urn:li:dataPlatform:hive';
  t.strictSame(await aggregate(['platform']), [
    {
      field: 'platform',
      displayName: 'Platform',
      aggregations: [{ value: hive, count: 2, entity: { urn: hive } }],
    },
  ]);
  const usual = await aggregate(null);
  t.ok(usual.length > 5);
  t.strictSame(await aggregate([]), usual);
  t.strictSame(await aggregate([null]), usual);
});

t.test('autoComplete and autoCompleteForMultiple complete names', async (t) => {
  const one = await read(
    '{ autoComplete(input: { query: "pers", limit: 5 }) { query suggestions entities { urn ... on Tag { name } } } }',
    {},
  );
  t.strictSame(one.autoComplete, {
    query: 'pers',
    suggestions: ['Personal data'],
    entities: [{ urn: pii, name: 'Personal data' }],
  });
  const many = await read(
    `{ autoCompleteForMultiple(input: { types: [TAG, DATASET, CONTAINER], query: "sh" }) {
      query suggestions { type suggestions entities { urn } } } }`,
    {},
  );
  t.strictSame(many.autoCompleteForMultiple, {
    query: 'sh',
    suggestions: [
      {
        type: 'DATASET',
        suggestions: ['shop.orders', 'shop.customers'],
        entities: [{ urn: orders }, { urn: customers }],
      },
      { type: 'CONTAINER', suggestions: ['Shop'], entities: [{ urn: containerUrn('shop') }] },
    ],
  });
});

t.test('what a search cannot mean is refused, and the error says what to change', async (t) => {
  const badRequests: [input: object, message: RegExp][] = [
    [
      { orFilters: [{ and: [{ field: 'nothing', values: ['x'] }] }] },
      /^"nothing" is not a field; the fields are _en/,
    ],
    [
      { filters: [{ field: 'tags', value: 'x', values: [] }] },
      /^filter on tags: set value or values, not both$/,
    ],
    [{ types: ['OTHER'] }, /^types has OTHER, which stands for no one type/],
    [{ viewUrn: 'urn:li:dataHubView:x' }, /^viewUrn is given; views do not apply here/],
    [{ searchFlags: { minScore: 0.5 } }, /^minScore is 0.5; leave it out/],
    [{ query: '/q (a' }, /at character/],
  ];
  for (const [input, message] of badRequests)
    t.match(await refusedSearch(input), refused('BAD_REQUEST', message), JSON.stringify(input));
  t.match(
    await readError(
      '{ searchAcrossEntities(input: { query: "*", searchFlags: { maxAggValues: 0 } }) { facets { field } } }',
    ),
    refused('BAD_REQUEST', /^maxAggValues is 0; expected an integer from 1 to 1000$/),
  );
  t.match(
    await readError('{ autoComplete(input: { query: "a", limit: 101 }) { suggestions } }'),
    refused('BAD_REQUEST', /^limit is 101; expected an integer from 0 to 100$/),
  );
  t.match(
    await readError(
      '{ autoCompleteForMultiple(input: { query: "a", viewUrn: "urn:li:dataHubView:x" }) { query } }',
    ),
    refused('BAD_REQUEST', /^viewUrn is given/),
  );
  t.match(
    await readError(
      '{ scrollAcrossEntities(input: { query: "*", count: 1001 }) { searchResults { entity { ... on Dataset { name } } } } }',
    ),
    refused('BAD_REQUEST', /^count is 1001; at most 1000 are allowed if more than urn and type/),
  );
});

t.test('a page of many entities is answered in pieces, with variables inside of it', async (t) => {
  const urns = Array.from({ length: 250 }, (_, index) =>
    datasetUrn(`many.t${String(index).padStart(3, '0')}`),
  );
  await catalog.batch(
    urns.map((urn) => named(urn, 'datasetProperties', { description: `About ${urn}`.repeat(10) })),
  );
  const document = across(`total searchResults { entity { urn ... on Dataset { properties { description }
    schemaMetadata(version: $version) { fields { fieldPath } } } } matchedFields { name } }`).replace(
    'query q(',
    'query q($version: Long, ',
  );
  const orFilters = [{ and: [{ field: 'id', condition: 'START_WITH', values: ['many.'] }] }];
  for (const _ of [1, 2, 3, 4, 5]) {
    const input = { query: '*', orFilters, count: 1_000 };
    const { searchAcrossEntities: page } = await read(document, { input, version: 0 });
    t.equal(page.total, 250);
    t.strictSame(listUrns(page.searchResults), urns);
    t.match(page.searchResults[249].entity, { properties: { description: /^About/ }, schemaMetadata: null });
  }
  const { body } = await writer.graphql(document, {
    input: { query: '*', orFilters, count: 1_000 },
    version: 1,
  });
  t.match(body.errors, [{ message: /only 0, the latest version/, extensions: { type: 'BAD_REQUEST' } }]);
});
