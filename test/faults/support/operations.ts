import { add, deletion, encoded, prefixes, proposal } from '../../support/aspects.js';
import { entity } from '../../support/openapi.js';

/** The things that an operation is tried on. */
export interface Subject {
  readonly urn: string;
  readonly token: string;
  readonly dataset: string;
  readonly tag: string;
  readonly policy: string;
  /** A user, a service account and a group that operations may change and remove. */
  readonly user: string;
  readonly service: string;
  readonly group: string;
  /** The id of a webhook whose endpoint refuses every attempt. */
  readonly webhook: string;
  /** A tag that was deleted and can be restored. */
  readonly deletedTag: string;
  /** The id of a change of the dataset's description that can be undone. */
  readonly change: string;
  /** The call that made it. */
  readonly changeSet: string;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Build = (on: Subject) => Request;

const graphql =
  (query: string, variables: (on: Subject) => object): Build =>
  (on) => ({ method: 'POST', url: '/api/graphql', payload: { query, variables: variables(on) } });

const byInput = (field: string, type: string, input: (on: Subject) => object, selection = '') =>
  graphql(`mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`, (on) => ({
    input: input(on),
  }));

const one = ({ dataset, tag }: Subject) => ({ tagUrn: tag, resourceUrn: dataset });
const some = ({ dataset, tag }: Subject) => ({ tagUrns: [tag], resourceUrn: dataset });
const batch = ({ dataset, tag }: Subject) => ({ tagUrns: [tag], resources: [{ resourceUrn: dataset }] });
const policyInput = {
  ...{ type: 'PLATFORM', name: 'x', state: 'ACTIVE', privileges: [] },
  actors: { allUsers: false, allGroups: false, resourceOwners: false },
};
const toId = (token: string) => token.split('_')[1];

const newToken = ({ urn }: Subject) => ({ type: 'PERSONAL', actorUrn: urn, duration: 'ONE_HOUR', name: 'x' });
const members = ({ user, group }: Subject) => ({ groupUrn: group, userUrns: [user] });
let made = 0;
const flow = 'urn:li:dataFlow:(a,b,c)';
const assets = {
  chart: 'urn:li:chart:(a,b)',
  dashboard: 'urn:li:dashboard:(a,b)',
  dataFlow: flow,
  dataJob: `urn:li:dataJob:(${flow},d)`,
};

const searches = {
  search: '{ type: DATASET, query: "*" }',
  searchAcrossEntities: '{ query: "*" }',
  scrollAcrossEntities: '{ query: "*" }',
  aggregateAcrossEntities: '{ query: "*" }',
  autoComplete: '{ query: "a" }',
  autoCompleteForMultiple: '{ query: "a" }',
  searchAcrossLineage: '{ direction: UPSTREAM }',
};

const profile = { entityType: 'dataset', aspect: 'operation', endTimeMillis: 0 };

const onGraphql: Record<string, Build> = {
  ...Object.fromEntries(
    Object.entries(assets).map(([name, urn]) => [
      `query ${name}`,
      graphql(`{ ${name}(urn: "${urn}") { urn } }`, () => ({})),
    ]),
  ),
  'query entity': graphql('query ($u: String!) { entity(urn: $u) { urn } }', ({ dataset: u }) => ({ u })),
  'query entities': graphql('query ($u: String!) { entities(urns: [$u]) { urn } }', ({ tag: u }) => ({ u })),
  'query entityExists': graphql('query ($u: String!) { entityExists(urn: $u) }', ({ dataset: u }) => ({ u })),
  ...Object.fromEntries(
    Object.entries(searches).map(([name, input]) => [
      `query ${name}`,
      graphql(`{ ${name}(input: ${input}) { __typename } }`, () => ({})),
    ]),
  ),
  'query globalViewsSettings': graphql('{ globalViewsSettings { defaultView } }', () => ({})),
  'query getAccessToken': graphql(
    'query ($input: GetAccessTokenInput!) { getAccessToken(input: $input) { accessToken } }',
    (on) => ({ input: newToken(on) }),
  ),
  'query dataset': graphql(
    'query ($u: String!) { dataset(urn: $u) { urn datasetProfiles(limit: 1) { rowCount } operations { actor } } }',
    ({ dataset: u }) => ({ u }),
  ),
  'query changes': graphql('{ changes(input: {}) { total } }', () => ({})),
  'mutation undoChange': graphql('mutation ($id: String!) { undoChange(id: $id) }', ({ change: id }) => ({
    id,
  })),
  'mutation undoChanges': graphql(
    'mutation ($set: String!) { undoChanges(changeSet: $set) }',
    ({ changeSet: set }) => ({ set }),
  ),
  'query container': graphql('{ container(urn: "urn:li:container:c") { urn } }', () => ({})),
  'query tag': graphql(
    'query ($u: String!) { tag(urn: $u) { urn usage { entities } associations { total results { fieldPath } } } }',
    ({ tag: u }) => ({ u }),
  ),
  'query listTags': graphql('{ listTags(input: {orderBy: COLUMNS, unused: false}) { total } }', () => ({})),
  'query listAccessTokens': graphql(
    'query ($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total } }',
    ({ urn }) => ({ input: { filters: [{ field: 'ownerUrn', value: urn }] } }),
  ),
  'query timeseriesIndexes': graphql('{ timeseriesIndexes { name events months { bytes } } }', () => ({})),
  'query truncationTask': graphql('{ truncationTask(id: "a:1") { state } }', () => ({})),
  'query truncationTasks': graphql('{ truncationTasks { state } }', () => ({})),
  'query serviceHealth': graphql('{ serviceHealth { status database { version } } }', () => ({})),
  'mutation truncateTimeseriesAspect': byInput(
    'truncateTimeseriesAspect',
    'TruncateTimeseriesAspectInput',
    () => profile,
    '{ message }',
  ),
  'mutation cancelTruncation': graphql('mutation { cancelTruncation(id: "catalog:999999") }', () => ({})),
  'query listWebhooks': graphql('{ listWebhooks { total } }', () => ({})),
  'query webhookDeliveries': graphql(
    'query ($id: String!) { webhookDeliveries(id: $id) { total } }',
    ({ webhook: id }) => ({ id }),
  ),
  'mutation createWebhook': byInput(
    'createWebhook',
    'CreateWebhookInput',
    () => ({ name: 'x', url: 'https://hooks.example/' }),
    '{ id }',
  ),
  'mutation deleteWebhook': graphql(
    'mutation ($id: String!) { deleteWebhook(id: $id) }',
    ({ webhook: id }) => ({ id }),
  ),
  'mutation takeOverWebhook': graphql(
    'mutation ($id: String!) { takeOverWebhook(id: $id) }',
    ({ webhook: id }) => ({ id }),
  ),
  'mutation testWebhook': graphql(
    'mutation ($id: String!) { testWebhook(id: $id) { id } }',
    ({ webhook: id }) => ({ id }),
  ),
  'mutation replayWebhook': graphql(
    'mutation ($id: String!) { replayWebhook(id: $id, sinceMillis: 0) }',
    ({ webhook: id }) => ({ id }),
  ),
  'query auditEvents': graphql('{ auditEvents(input: {}) { total } }', () => ({})),
  'query getAccessTokenMetadata': graphql(
    'query ($token: String!) { getAccessTokenMetadata(token: $token) { id } }',
    ({ token }) => ({ token }),
  ),
  'mutation createAccessToken': byInput(
    'createAccessToken',
    'GetAccessTokenInput',
    newToken,
    '{ metadata { id } }',
  ),
  'mutation revokeAccessToken': graphql(
    'mutation ($id: String!) { revokeAccessToken(tokenId: $id) }',
    ({ token }) => ({ id: toId(token) }),
  ),
  'query listPolicies': graphql('{ listPolicies(input: {}) { total } }', () => ({})),
  'query getGrantedPrivileges': graphql(
    'query ($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges } }',
    ({ urn }) => ({ input: { actorUrn: urn } }),
  ),
  'mutation createPolicy': byInput('createPolicy', 'PolicyUpdateInput', () => policyInput),
  'mutation updatePolicy': graphql(
    'mutation ($u: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $u, input: $input) }',
    ({ policy: u }) => ({ u, input: policyInput }),
  ),
  'mutation deletePolicy': graphql('mutation ($u: String!) { deletePolicy(urn: $u) }', ({ policy: u }) => ({
    u,
  })),
  'mutation revokeAccessTokens': graphql(
    'mutation ($urn: String!) { revokeAccessTokens(actorUrn: $urn) }',
    ({ urn }) => ({ urn }),
  ),
  'mutation takeOverAccessTokens': graphql(
    'mutation ($urn: String!) { takeOverAccessTokens(fromUrn: $urn) }',
    ({ urn }) => ({ urn }),
  ),
  'mutation rotateAccessToken': graphql(
    'mutation ($id: String!) { rotateAccessToken(tokenId: $id) { metadata { id } } }',
    ({ token }) => ({ id: toId(token) }),
  ),
  'query me': graphql('{ me { corpUser { urn } platformPrivileges { manageTags } } }', () => ({})),
  'query corpUser': graphql('query ($u: String!) { corpUser(urn: $u) { urn } }', ({ user: u }) => ({ u })),
  'query corpGroup': graphql('query ($u: String!) { corpGroup(urn: $u) { urn } }', ({ group: u }) => ({ u })),
  'query listUsers': graphql('{ listUsers(input: {}) { total } }', () => ({})),
  'query listGroups': graphql('{ listGroups(input: {}) { total } }', () => ({})),
  'query listServiceAccounts': graphql('{ listServiceAccounts(input: {}) { total } }', () => ({})),
  'query getServiceAccount': graphql(
    'query ($u: String!) { getServiceAccount(urn: $u) { urn } }',
    ({ service: u }) => ({ u }),
  ),
  'mutation createUser': byInput('createUser', 'CreateUserInput', () => ({ id: `made-${made++}` })),
  'mutation updateUserStatus': graphql(
    'mutation ($u: String!) { updateUserStatus(urn: $u, status: SUSPENDED) }',
    ({ user: u }) => ({ u }),
  ),
  'mutation updateCorpUserProperties': graphql(
    'mutation ($u: String!) { updateCorpUserProperties(urn: $u, input: { title: "x" }) { urn } }',
    ({ user: u }) => ({ u }),
  ),
  'mutation removeUser': graphql('mutation ($u: String!) { removeUser(urn: $u) }', ({ user: u }) => ({ u })),
  'mutation createGroup': byInput('createGroup', 'CreateGroupInput', () => ({ name: 'x' })),
  'mutation removeGroup': graphql('mutation ($u: String!) { removeGroup(urn: $u) }', ({ group: u }) => ({
    u,
  })),
  'mutation addGroupMembers': byInput('addGroupMembers', 'AddGroupMembersInput', members),
  'mutation removeGroupMembers': byInput('removeGroupMembers', 'RemoveGroupMembersInput', members),
  'mutation createServiceAccount': byInput(
    'createServiceAccount',
    'CreateServiceAccountInput',
    () => ({ displayName: 'x' }),
    '{ urn }',
  ),
  'mutation deleteServiceAccount': graphql(
    'mutation ($u: String!) { deleteServiceAccount(urn: $u) }',
    ({ service: u }) => ({ u }),
  ),
  'mutation createTag': byInput('createTag', 'CreateTagInput', () => ({ name: 'x' })),
  'mutation updateTag': graphql(
    'mutation ($u: String!) { updateTag(urn: $u, input: {urn: $u, name: "y"}) { urn } }',
    ({ tag: u }) => ({ u }),
  ),
  'mutation setTagColor': graphql(
    'mutation ($u: String!) { setTagColor(urn: $u, colorHex: "#aabbcc") }',
    ({ tag: u }) => ({ u }),
  ),
  'mutation deleteTag': graphql('mutation ($u: String!) { deleteTag(urn: $u) }', ({ tag: u }) => ({ u })),
  'mutation restoreTag': graphql('mutation ($u: String!) { restoreTag(urn: $u) }', ({ deletedTag: u }) => ({
    u,
  })),
  'mutation addTag': byInput('addTag', 'TagAssociationInput', one),
  'mutation addTags': byInput('addTags', 'AddTagsInput', some),
  'mutation removeTag': byInput('removeTag', 'TagAssociationInput', one),
  'mutation batchAddTags': byInput('batchAddTags', 'BatchAddTagsInput', batch),
  'mutation batchRemoveTags': byInput('batchRemoveTags', 'BatchRemoveTagsInput', batch),
  'query orphanedColumnEdits': graphql('{ orphanedColumnEdits { datasets next } }', () => ({})),
  'mutation moveColumnEdits': graphql(
    'mutation ($input: MoveColumnEditsInput!) { moveColumnEdits(input: $input) { moved { from } } }',
    ({ dataset: urn }) => ({ input: { urn } }),
  ),
  'mutation updateDescription': byInput('updateDescription', 'DescriptionUpdateInput', ({ dataset }) => ({
    description: 'x',
    resourceUrn: dataset,
  })),
  'mutation batchUpdateSoftDeleted': byInput(
    'batchUpdateSoftDeleted',
    'BatchUpdateSoftDeletedInput',
    ({ dataset }) => ({ urns: [dataset], deleted: false }),
  ),
};

const get =
  (url: (on: Subject) => string): Build =>
  (on) => ({ method: 'GET', url: url(on) });
const act =
  (path: string, payload: (on: Subject) => object): Build =>
  (on) => ({
    method: 'POST',
    url: path,
    payload: payload(on),
  });
const status = ({ dataset }: Subject) => proposal(dataset, 'status', {});
const snapshot = ({ dataset: urn }: Subject) => ({
  value: {
    'com.linkedin.metadata.snapshot.DatasetSnapshot': {
      urn,
      aspects: [{ 'com.linkedin.common.Status': {} }],
    },
  },
});

/** Changes entities over OpenAPI. */
const change =
  (method: 'POST' | 'PATCH', path: string, value: object): Build =>
  ({ dataset }) => ({
    method,
    url: `${path.replace(':type', 'dataset')}?async=false`,
    payload: [entity(dataset, { status: value })],
  });
const onEntity =
  (method: 'GET' | 'DELETE', path: string): Build =>
  ({ dataset }) => ({ method, url: path.replace(':type/*', `dataset/${encoded(dataset)}`) });

const underPrefix: Record<string, (at: string) => Build> = {
  'GET /config': (at) => get(() => at),
  'GET /health': (at) => get(() => at),
  'GET /health/live': (at) => get(() => at),
  'GET /health/ready': (at) => get(() => at),
  'POST /operations?action=getIndexSizes': (at) => act(at, () => ({})),
  'POST /operations?action=truncateTimeseriesAspect': (at) => act(at, () => profile),
  'POST /operations?action=getEsTaskStatus': (at) => act(at, () => ({ task: 'a:1' })),
  'POST /aspects?action=ingestProposal': (at) => act(at, (on) => ({ proposal: status(on) })),
  'POST /aspects?action=ingestProposalBatch': (at) =>
    act(at, (on) => ({ proposals: [status(on), deletion(on.dataset, 'ownership')] })),
  'POST /aspects?action=getTimeseriesAspectValues': (at) =>
    act(at, ({ dataset: urn }) => ({ urn, entity: 'dataset', aspect: 'operation' })),
  'POST /aspects?action=getCount': (at) => act(at, () => ({ aspect: 'status' })),
  'POST /entities?action=listUrns': (at) => act(at, () => ({ entity: 'dataset' })),
  'POST /entities?action=search': (at) => act(at, () => ({ entity: 'dataset', input: '*' })),
  'POST /entities?action=delete': (at) => act(at, ({ dataset: urn }) => ({ urn })),
  'POST /entities?action=ingest': (at) => act(at, (on) => ({ entity: snapshot(on) })),
  'POST /entities?action=batchIngest': (at) => act(at, (on) => ({ entities: [snapshot(on)] })),
  'POST /entities?action=deleteReferences': (at) => act(at, ({ dataset: urn }) => ({ urn })),
  'GET /openapi/relationships/v1': (at) =>
    get(({ dataset }) => `${at}?urn=${encoded(dataset)}&direction=INCOMING`),
  'GET /aspects/*': (at) => get(({ tag }) => `${at.replace('*', encoded(tag))}?aspect=tagProperties`),
  'POST /usageStats?action=batchIngest': (at) =>
    act(at, ({ dataset: resource }) => ({
      buckets: [{ bucket: 1, duration: 'DAY', resource, metrics: {} }],
    })),
  'GET /openapi/v2/entity/dataHubExecutionRequest': (at) => get(() => at),
  'POST /openapi/v1/events/audit/search': (at) => act(at, () => ({})),
  'GET /openapi/v1/events/poll': (at) => get(() => `${at}?topic=PlatformEvent_v1`),
  'POST /openapi/v3/entity/:type': (at) => change('POST', at, {}),
  'PATCH /openapi/v3/entity/:type': (at) => change('PATCH', at, [add('/removed', true)]),
  'GET /openapi/v3/entity/:type': (at) => get(() => `${at.replace(':type', 'dataset')}?query=*`),
  'GET /openapi/v3/entity/:type/*': (at) => onEntity('GET', at),
  'DELETE /openapi/v3/entity/:type/*': (at) => onEntity('DELETE', at),
  'POST /openapi/v3/entity/:type/batchGet': (at) =>
    act(at.replace(':type', 'dataset'), ({ dataset: urn }) => [{ urn }]),
  'GET /entitiesV2/*': (at) => get(({ dataset }) => at.replace('*', encoded(dataset))),
  'GET /entitiesV2': (at) => get(({ dataset }) => `${at}?ids=List(${encoded(dataset)})`),
  'GET /entities/*': (at) => get(({ dataset }) => at.replace('*', encoded(dataset))),
};

/** With the token of the request's body, whoever sends it. */
const signIn: Build = ({ token }) => ({
  method: 'POST',
  url: '/console/session',
  payload: { token },
  headers: { 'sec-fetch-site': 'same-origin', host: 'localhost' },
});

/** All operations by name, each with its request for every path. */
export const operations: Readonly<Record<string, readonly Build[]>> = {
  ...Object.fromEntries(Object.entries(onGraphql).map(([name, build]) => [name, [build]])),
  ...Object.fromEntries(
    Object.entries(underPrefix).map(([name, build]) => [
      name,
      prefixes.map((prefix) => build(`${prefix}${name.split(' ')[1]}`)),
    ]),
  ),
  'POST /api/graphql': [graphql('{ __typename }', () => ({}))],
  'GET /api/graphql': [get(() => '/api/graphql?query={__typename}')],
  ...Object.fromEntries(
    ['/', '/about', '/docs', '/graphiql', '/openapi.json'].map((url) => [`GET ${url}`, [get(() => url)]]),
  ),
  'GET /assets/:file': [get(() => '/assets/pages.css')],
  'GET /console': [get(() => '/console/')],
  'GET /console/*': [get(() => '/console/tokens')],
  'POST /console/session': [signIn],
  'DELETE /console/session': [() => ({ method: 'DELETE', url: '/console/session' })],
  'DELETE /console/sessions': [() => ({ method: 'DELETE', url: '/console/sessions' })],
  'GET /metrics': [get(() => '/metrics')],
};
