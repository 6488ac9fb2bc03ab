import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  encoded,
  forbidden,
  freshDataset,
  patchProposal,
  proposal,
  refusal,
} from '../support/aspects.js';

// Access control that DataHub's clients write as aspects would have no effect here, so it is rejected.

const catalog = await aspectCatalog(t, {}, ['MANAGE_SECRETS']);
const { batch, ingest, writer, readAspect } = catalog;
const manager = await catalog.user('manager', [
  'EDIT_ENTITY',
  'MANAGE_POLICIES',
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_ACCESS_TOKENS',
  'MANAGE_SECRETS',
]);
const ann = await catalog.user('ann');
const inWords = (words: RegExp) => refusal(422, words);

const policyUrn = 'urn:li:dataHubPolicy:ann-tokens';
const roleUrn = 'urn:li:dataHubRole:Admin';
const byPolicies = /policies grant privileges to users and groups \(docs\/access.md/;
const byTokens = /createAccessToken/;

const refusedAlways: readonly [urn: string, aspect: string, value: object, words: RegExp][] = [
  [policyUrn, 'status', { removed: true }, /only the aspect dataHubPolicyInfo/],
  [roleUrn, 'dataHubRoleInfo', { name: 'Admin' }, byPolicies],
  [roleUrn, 'actors', { users: [{ user: ann.urn }] }, byPolicies],
  [ann.urn, 'roleMembership', { roles: [roleUrn] }, byPolicies],
  ['urn:li:inviteToken:x', 'inviteToken', { token: 'x' }, byPolicies],
  [ann.urn, 'corpUserCredentials', { salt: 'x', hashedPassword: 'x' }, byTokens],
  ['urn:li:dataHubAccessToken:x', 'dataHubAccessTokenInfo', { name: 'x' }, byTokens],
  ['urn:li:serviceAccessToken:x', 'status', { removed: true }, byTokens],
];

for (const [urn, aspect, value, words] of refusedAlways) {
  t.test(`${aspect} of ${urn} is rejected for every type of change`, async (t) => {
    const changes = ['UPSERT', 'CREATE', 'UPDATE', 'RESTATE'].map((changeType) =>
      proposal(urn, aspect, value, { changeType }),
    );
    changes.push(patchProposal(urn, aspect, [add('/x', 1)]));
    for (const change of [...changes, deletion(urn, aspect)]) {
      t.match(await ingest(change, writer), forbidden, 'without the privilege');
      t.match(await ingest(change, manager), inWords(words), 'with the privilege');
      const dataset = freshDataset();
      const refused = await batch([proposal(dataset, 'status', {}), change], manager);
      t.match(refused, inWords(/^proposals\[1\]: /), 'in a batch');
      t.equal(await readAspect(dataset, 'status'), null, 'nothing of the batch is written');
    }
    const path = `/aspects/${encoded(urn)}?aspect=${aspect}`;
    t.equal((await manager.get(path)).status, 404);
  });
}

t.test('aspects of access control are ordinary metadata on entities of other types', async (t) => {
  for (const aspect of ['roleMembership', 'corpUserCredentials', 'inviteToken', 'dataHubPolicyInfo']) {
    const urn = freshDataset();
    t.match(await ingest(proposal(urn, aspect, { x: 1 })), { status: 200 }, aspect);
    t.strictSame(await readAspect(urn, aspect), { x: 1 });
  }
});

t.test('a role or a token cannot be deleted as an entity', async (t) => {
  for (const urn of [roleUrn, 'urn:li:inviteToken:x', 'urn:li:dataHubAccessToken:x']) {
    t.match(await writer.post('/entities?action=delete', { urn }), forbidden);
    t.match(await manager.post('/entities?action=delete', { urn }), inWords(/deleting .* no effect/));
  }
});
