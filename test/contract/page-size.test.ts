import t from 'tap';
import { aspectCatalog, encoded, freshDataset } from '../support/aspects.js';

const env = { PAGE_SIZE_MAX: '3', SCROLL_SIZE_MAX: '2' };
const catalog = await aspectCatalog(t, { env }, [
  'GET_AUDIT_EVENTS',
  'MANAGE_ACCESS_TOKENS',
  'MANAGE_POLICIES',
  'MANAGE_SERVICE_ACCOUNTS',
  'MANAGE_USERS_AND_GROUPS',
  'GET_ES_TASK_STATUS_PRIVILEGE',
]);
const { writer } = catalog;
const urn = encoded(freshDataset());

t.test('a list without a count takes the largest page where its default is larger', async (t) => {
  for (const field of [
    'auditEvents(input: {}) { total }',
    'listAccessTokens(input: {}) { total }',
    'listGroups(input: {}) { total }',
    'listPolicies(input: {}) { total }',
    'listServiceAccounts(input: {}) { total }',
    'listTags(input: {}) { total }',
    'listUsers(input: {}) { total }',
    'scrollAcrossEntities(input: { query: "*" }) { total }',
    'search(input: { type: DATASET, query: "*" }) { total }',
    'searchAcrossEntities(input: { query: "*" }) { total }',
    'truncationTasks { state }',
  ]) {
    const { body } = await writer.graphql(`{ ${field} }`);
    t.equal(body.errors, undefined, `${field}: ${JSON.stringify(body.errors)}`);
  }
  for (const [method, url, payload] of [
    ['POST', '/openapi/v1/events/audit/search', {}],
    ['POST', '/entities?action=listUrns', { entity: 'dataset' }],
    ['POST', '/entities?action=search', { entity: 'dataset', input: '*' }],
    ['GET', '/openapi/v3/entity/dataset', undefined],
    [
      'GET',
      '/openapi/v2/entity/dataHubExecutionRequest?aspectNames=dataHubExecutionRequestKey&query=*&sort=requestTimeMs&sortOrder=DESCENDING',
      undefined,
    ],
    ['GET', `/openapi/relationships/v1/?urn=${urn}&direction=INCOMING`, undefined],
  ] as const) {
    const { status, body } = await writer.send(method, url, payload);
    t.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
  }
});

t.test('a count that a request asks for is refused', async (t) => {
  t.equal((await writer.post('/openapi/v1/events/audit/search?size=4', {})).status, 400);
});
