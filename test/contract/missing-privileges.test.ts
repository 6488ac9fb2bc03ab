import t from 'tap';
import type { Privilege } from '../../src/datahub/privileges.js';
import { proposal } from '../support/aspects.js';
import { type Answer, type Caller, testCatalog } from '../support/catalog.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';

const catalog = await testCatalog(t);
const nobody = await catalog.user('nobody');
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS', 'MANAGE_USERS_AND_GROUPS']);
const dataset = datasetUrn('known');
const sentence = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

for (const aspect of ['status', 'datasetProperties'])
  await writer.post('/aspects?action=ingestProposal', { proposal: proposal(dataset, aspect, {}) });
await writer.graphql(`mutation { createTag(input: {id: "t", name: "t"}) createUser(input: {id: "removable"})
  createGroup(input: {id: "removable", name: "removable"}) }`);

const graphql = (query: string) => (by: Caller) => by.graphql(query);
const ingest = (urn: string, aspect: string, value: object) => (by: Caller) =>
  by.post('/aspects?action=ingestProposal', { proposal: proposal(urn, aspect, value) });

/** Requests, and the privileges of which each needs one. */
const requests: [name: string, send: (by: Caller) => Promise<Answer>, needs: Privilege[]][] = [
  ['createTag', graphql('mutation { createTag(input: {name: "new"}) }'), ['CREATE_TAGS', 'MANAGE_TAGS']],
  [
    'addTag',
    graphql(`mutation { addTag(input: {tagUrn: "${tagUrn('t')}", resourceUrn: "${dataset}"}) }`),
    ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY'],
  ],
  [
    'updateDescription',
    graphql(`mutation { updateDescription(input: {description: "d", resourceUrn: "${dataset}"}) }`),
    ['EDIT_ENTITY_DOCS', 'EDIT_ENTITY'],
  ],
  [
    'batchUpdateSoftDeleted',
    graphql(`mutation { batchUpdateSoftDeleted(input: {urns: ["${dataset}"], deleted: false}) }`),
    ['EDIT_ENTITY_STATUS', 'EDIT_ENTITY'],
  ],
  [
    'batchUpdateSoftDeleted of a user',
    graphql(
      'mutation { batchUpdateSoftDeleted(input: {urns: ["urn:li:corpuser:removable"], deleted: false}) }',
    ),
    ['MANAGE_USERS_AND_GROUPS'],
  ],
  [
    'ingest a status of a group',
    ingest('urn:li:corpGroup:removable', 'status', { removed: false }),
    ['MANAGE_USERS_AND_GROUPS'],
  ],
  ['listPolicies', graphql('{ listPolicies(input: {}) { total } }'), ['MANAGE_POLICIES']],
  ['listUsers', graphql('{ listUsers(input: {}) { total } }'), ['MANAGE_USERS_AND_GROUPS']],
  ['listAccessTokens', graphql('{ listAccessTokens(input: {}) { total } }'), ['MANAGE_ACCESS_TOKENS']],
  ['ingest an aspect', ingest(dataset, 'datasetProperties', {}), ['EDIT_ENTITY']],
  ['ingest a status', ingest(dataset, 'status', { removed: false }), ['EDIT_ENTITY_STATUS', 'EDIT_ENTITY']],
  [
    'ingest a group',
    ingest('urn:li:corpGroup:g', 'corpGroupInfo', { admins: [], members: [], groups: [] }),
    ['MANAGE_USERS_AND_GROUPS'],
  ],
  [
    'index sizes',
    (by) => by.post('/operations?action=getIndexSizes'),
    ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'],
  ],
  [
    'delete an entity',
    (by) => by.post('/entities?action=delete', { urn: datasetUrn('gone') }),
    ['DELETE_ENTITY', 'EDIT_ENTITY'],
  ],
];

const refusalOf = ({ status, body }: Answer) =>
  body.errors
    ? { ...body.errors[0].extensions, message: body.errors[0].message }
    : { code: status, message: body.message, missingPrivileges: body.missingPrivileges };

for (const [name, send, needs] of requests) {
  t.test(`${name}: the refusal names the privileges, and each of them is enough`, async (t) => {
    t.match(refusalOf(await send(nobody)), { code: 403, message: sentence, missingPrivileges: needs });
    for (const privilege of needs) {
      const caller = await catalog.user(`${name} ${privilege}`.replaceAll(/\W/g, ''), [privilege]);
      const { status, body } = await send(caller);
      t.match({ status, errors: body.errors }, { status: 200, errors: undefined }, privilege);
    }
  });
}

t.test('the refusal is the same for a resource that does not exist', async (t) => {
  const edit = (urn: string) => ingest(urn, 'datasetProperties', {})(nobody);
  t.strictSame((await edit(datasetUrn('missing'))).body, (await edit(dataset)).body);
});

t.test(
  'the refusal of a token by its id is the same for every id, so that ids cannot be probed',
  async (t) => {
    const created = await (await catalog.user('boss', ['MANAGE_ACCESS_TOKENS'])).graphql(
      `mutation { createAccessToken(input: {type: PERSONAL, actorUrn: "${nobody.urn}", duration: ONE_DAY, name: "n"}) { metadata { id } } }`,
    );
    const { id } = created.body.data.createAccessToken.metadata;
    for (const field of [
      'revokeAccessToken(tokenId: $id)',
      'rotateAccessToken(tokenId: $id) { accessToken }',
    ])
      for (const tokenId of [id, 'none']) {
        const refusal = await nobody.graphql(`mutation($id: String!) { ${field} }`, { id: tokenId });
        t.strictSame(refusalOf(refusal), {
          code: 403,
          type: 'UNAUTHORIZED',
          classification: 'DataFetchingException',
          message: sentence,
          missingPrivileges: ['MANAGE_ACCESS_TOKENS'],
        });
      }
  },
);

t.test('a batch names the privileges of each refused proposal', async (t) => {
  const status = await catalog.user('status', ['EDIT_ENTITY_STATUS']);
  const proposals = [
    proposal(dataset, 'status', { removed: false }),
    proposal(dataset, 'datasetProperties', {}),
    proposal('urn:li:corpGroup:g', 'corpGroupInfo', {}),
  ];
  const { body } = await status.post('/aspects?action=ingestProposalBatch', { proposals });
  t.match(body.failures, [
    { index: 1, reason: sentence, missingPrivileges: ['EDIT_ENTITY'] },
    { index: 2, reason: sentence, missingPrivileges: ['MANAGE_USERS_AND_GROUPS'] },
  ]);
  t.equal(body.failureCount, 2);
});

t.test('a read of a policy is refused alike whether the policy exists', async (t) => {
  for (const id of ['any', 'none']) {
    const { status, body } = await nobody.get(`/entitiesV2/urn%3Ali%3AdataHubPolicy%3A${id}`);
    t.match(
      { status, body },
      { status: 403, body: { message: sentence, missingPrivileges: ['MANAGE_POLICIES'] } },
    );
  }
});
