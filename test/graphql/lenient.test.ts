import t from 'tap';
import { aspectCatalog, freshDataset, proposal } from '../support/aspects.js';

// What DataHub's server reads, and what other servers of GraphQL refuse.

const catalog = await aspectCatalog(t, { clock: () => 1_700_000_000_000 });
const reader = await catalog.user('reader');
const urn = freshDataset();
await catalog.put(proposal(urn, 'schemaMetadata', { fields: [] }), proposal(urn, 'status', {}));
const ask = async (body: object) => (await reader.post('/api/graphql', body)).body;

t.test('an empty text of variables, and of an operation, means none', async (t) => {
  const query = '{ __typename }';
  for (const body of [{ variables: '' }, { variables: '', operationName: '' }, { variables: null }])
    t.match(await ask({ query, ...body }), { data: { __typename: 'Query' } });
  for (const variables of [' ', '{}', 'x', 0, false, []])
    t.match(await ask({ query, variables }), {
      errors: [{ message: /must be an object/ }],
      data: null,
    });
});

t.test('a text means a boolean, in a variable and in each of its members', async (t) => {
  const search = (variables: object, declared: string, flags: string) =>
    ask({
      query: `query find(${declared}) { searchAcrossEntities(input: {query: "*", types: [DATASET], searchFlags: ${flags}}) { total } }`,
      variables,
    });
  for (const given of ['true', 'True', 'false', 'False', true])
    for (const [declared, flags, variables] of [
      ['$skip: Boolean!', '{skipCache: $skip}', { skip: given }],
      ['$skip: Boolean', '{skipCache: $skip, includeSoftDeleted: $skip}', { skip: given }],
      ['$flags: SearchFlags', '$flags', { flags: { skipCache: given } }],
    ] as const)
      for (let times = 0; times < 3; times += 1)
        t.match(await search(variables, declared, flags), { data: { searchAcrossEntities: {} } }, declared);
  const input = { query: '*', types: ['DATASET'], searchFlags: { skipCache: 'true' } };
  const whole =
    'query find($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }';
  t.match(await ask({ query: whole, variables: { input } }), {
    errors: undefined,
    data: { searchAcrossEntities: {} },
  });
  for (const given of ['yes', '', 'TRUE', '1', 1])
    t.match(await search({ skip: given }, '$skip: Boolean!', '{skipCache: $skip}'), {
      errors: [{ message: /Boolean cannot represent a non boolean value/ }],
      data: null,
    });
});

t.test('a text means an integer', async (t) => {
  const query =
    'query list($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { start count } }';
  const find = (start: unknown, count: unknown) =>
    ask({ query, variables: { input: { query: '*', types: ['DATASET'], start, count } } });
  t.match(await find('0', '1'), { data: { searchAcrossEntities: { start: 0, count: 1 } } });
  for (const count of ['', ' 1', '1.0', '1e1', '0x1', '9'.repeat(10), '9'.repeat(400)])
    t.match(await find(0, count), { errors: [{ message: /Int/ }], data: null }, count);
  const search = (endTimeMillis: unknown) =>
    ask({
      query: 'query hits($input: AuditEventsInput!) { auditEvents(input: $input) { __typename } }',
      variables: { input: { endTimeMillis } },
    });
  const refused = { errors: [{ message: /Unauthorized/ }] };
  for (const time of ['1700000000000', 1_700_000_000_000]) t.match(await search(time), refused);
  t.match(await search('9'.repeat(16)), { errors: [{ message: /Long cannot represent/ }], data: null });
  t.match(await find('-1', 1), { errors: [{ message: /start is -1/ }] });
});

t.test('false as a text is false', async (t) => {
  const removed = freshDataset();
  await catalog.put(proposal(removed, 'status', { removed: true }));
  const query =
    'query find($urn: String!, $all: Boolean!) { searchAcrossEntities(input: {query: $urn, types: [DATASET], searchFlags: {includeSoftDeleted: $all}}) { total } }';
  for (const [all, total] of [
    ['false', 0],
    ['true', 1],
  ] as const)
    t.match(await ask({ query, variables: { urn: removed, all } }), {
      errors: undefined,
      data: { searchAcrossEntities: { total } },
    });
});

t.test('appConfig has what the command line asks for; the rest is named', async (t) => {
  t.match(await ask({ query: '{ appConfig { appVersion telemetryConfig { enableThirdPartyLogging } } }' }), {
    data: { appConfig: { appVersion: String, telemetryConfig: { enableThirdPartyLogging: false } } },
  });
  for (const [fields, what] of [
    ['semanticSearchConfig { enabled }', /does not have semantic search/],
    ['featureFlags { metricsEnabled }', /does not have the switches of DataHub's front end/],
  ] as const)
    t.match(await ask({ query: `{ appConfig { ${fields} } }` }), { errors: [{ message: what }] });
});

t.test('the schema of a dataset has the time of its last write', async (t) => {
  const query = `{ dataset(urn: "${urn}") { schemaMetadata { createdAt aspectVersion } } }`;
  t.match(await ask({ query }), {
    data: { dataset: { schemaMetadata: { createdAt: 1_700_000_000_000, aspectVersion: 0 } } },
  });
});

t.test('a URN with white space at its end is refused by every read, with the reason', async (t) => {
  const [blank, reason] = ['urn:li:tag:a ', /no part begins or ends with white space/];
  for (const url of [
    `/aspects/${encodeURIComponent(blank)}?aspect=status`,
    `/entitiesV2/${encodeURIComponent(blank)}`,
    `/openapi/v3/entity/tag/${encodeURIComponent(blank)}`,
    `/openapi/v3/entity/tag/${encodeURIComponent(blank)}/status`,
  ])
    t.match(await reader.get(url), { status: 400, body: { message: reason } }, url);
  t.match(await ask({ query: `{ tag(urn: "${blank}") { urn } }` }), { errors: [{ message: reason }] });
});
