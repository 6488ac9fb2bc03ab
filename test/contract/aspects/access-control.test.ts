import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  refusal,
} from '../../support/aspects.js';

// Access control that DataHub's clients write as aspects would have no effect here, so it is rejected.

const catalog = await aspectCatalog(t);
const { db, batch, ingest, writer, aspectOf } = catalog;
const manager = await catalog.user('manager', [
  'EDIT_ENTITY',
  'MANAGE_POLICIES',
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_ACCESS_TOKENS',
]);
const ann = await catalog.user('ann');
const forbidden = refusal(403, 'Unauthorized to perform this action. Please contact your administrator.');
const inWords = (words: RegExp) => refusal(422, words);

const policyUrn = 'urn:li:dataHubPolicy:ann-tokens';
const roleUrn = 'urn:li:dataHubRole:Admin';
const byPolicies = /policies.* written with SQL for now \(docs\/operating.md/;
const byState = /UPDATE users SET state = 'SUSPENDED'/;
const byTokens = /createAccessToken/;

const refusedAlways: readonly [urn: string, aspect: string, value: object, words: RegExp][] = [
  [policyUrn, 'dataHubPolicyInfo', { state: 'INACTIVE', privileges: [] }, byPolicies],
  [policyUrn, 'dataHubPolicyKey', { id: 'ann-tokens' }, byPolicies],
  [policyUrn, 'status', { removed: true }, byPolicies],
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
      t.equal(await aspectOf(dataset, 'status'), null, 'nothing of the batch is written');
    }
    t.equal(await aspectOf(urn, aspect), null);
  });
}

t.test('aspects of access control are ordinary metadata on entities of other types', async (t) => {
  for (const aspect of ['roleMembership', 'corpUserCredentials', 'inviteToken']) {
    const urn = freshDataset();
    t.match(await ingest(proposal(urn, aspect, { x: 1 })), { status: 200 }, aspect);
    t.strictSame(await aspectOf(urn, aspect), { x: 1 });
  }
});

t.test('a policy, a role or a token cannot be deleted as an entity', async (t) => {
  for (const urn of [policyUrn, roleUrn, 'urn:li:inviteToken:x', 'urn:li:dataHubAccessToken:x']) {
    t.match(await writer.post('/entities?action=delete', { urn }), forbidden);
    t.match(await manager.post('/entities?action=delete', { urn }), inWords(/deleting .* nobody's access/));
  }
});

t.test('a user is not suspended by aspects, judged by their result', async (t) => {
  const put = async (one: object) => t.match(await ingest(one), { status: 200 });
  await put(proposal(ann.urn, 'corpUserInfo', { active: true, title: 'x' }));
  await put(proposal(ann.urn, 'corpUserStatus', { status: 'ACTIVE' }));
  const suspending = [
    proposal(ann.urn, 'corpUserStatus', { status: 'SUSPENDED' }),
    proposal(ann.urn, 'corpUserStatus', { status: 'PROVISIONED' }),
    proposal(ann.urn, 'corpUserStatus', {}),
    proposal(ann.urn, 'corpUserStatus', { status: 'SUSPENDED' }, { changeType: 'UPDATE' }),
    patchProposal(ann.urn, 'corpUserStatus', [add('/status', 'SUSPENDED')]),
    proposal(ann.urn, 'corpUserInfo', { active: false }),
    proposal(ann.urn, 'corpUserInfo', { active: 'false' }),
    proposal(ann.urn, 'corpUserInfo', { active: false }, { changeType: 'RESTATE' }),
    patchProposal(ann.urn, 'corpUserInfo', [{ op: 'replace', path: '/active', value: false }]),
    proposal('urn:li:corpuser:nobodyYet', 'corpUserInfo', { active: false }),
    patchProposal('urn:li:corpuser:nobodyYet', 'corpUserStatus', [add('/status', 'SUSPENDED')]),
  ];
  for (const one of suspending) {
    t.match(await ingest(one, writer), forbidden, JSON.stringify(one));
    t.match(await ingest(one, manager), inWords(byState), JSON.stringify(one));
    t.match(await batch([one], manager), inWords(byState));
  }
  t.strictSame(await aspectOf(ann.urn, 'corpUserInfo'), { active: true, title: 'x' });
  t.strictSame(await aspectOf(ann.urn, 'corpUserStatus'), { status: 'ACTIVE' });

  await put(patchProposal(ann.urn, 'corpUserInfo', [add('/title', 'y')]));
  const both = [
    patchProposal(ann.urn, 'corpUserInfo', [add('/active', false)]),
    patchProposal(ann.urn, 'corpUserInfo', [add('/active', true)]),
  ];
  t.match(await batch(both), { status: 200 }, 'a suspension that the same batch undoes is accepted');
});

t.test('an active user is not removed by aspects', async (t) => {
  const removing = [proposal(ann.urn, 'status', { removed: true }), deletion(ann.urn, 'corpUserKey')];
  const words = /UPDATE users SET state = 'REMOVED'/;
  for (const one of removing) {
    t.match(await ingest(one, writer), forbidden);
    t.match(await ingest(one, manager), inWords(words));
  }
  t.match(await writer.post('/entities?action=delete', { urn: ann.urn }), forbidden);
  t.match(await manager.post('/entities?action=delete', { urn: ann.urn }), inWords(words));

  const known = 'urn:li:corpuser:knownOnly';
  for (const one of [
    proposal(known, 'corpUserInfo', { active: true }),
    proposal(known, 'status', { removed: true }),
    deletion(known, 'corpUserKey'),
  ]) {
    t.match(await ingest(one), { status: 200 }, 'a user who may not call');
  }
});

t.test('a suspended user is not reactivated by aspects', async (t) => {
  const gone = await catalog.user('gone');
  t.match(await ingest(proposal(gone.urn, 'corpUserStatus', { status: 'ACTIVE' })), { status: 200 });
  await db.prisma.user.update({ where: { urn: gone.urn }, data: { state: 'SUSPENDED' } });
  const lifting = [
    proposal(gone.urn, 'corpUserStatus', { status: 'ACTIVE' }),
    deletion(gone.urn, 'corpUserStatus'),
  ];
  for (const one of lifting) {
    t.match(await ingest(one, writer), forbidden);
    t.match(await ingest(one, manager), inWords(/UPDATE users SET state = 'ACTIVE'/));
  }
  const known = [
    proposal(gone.urn, 'corpUserInfo', { active: true }),
    proposal(gone.urn, 'status', { removed: true }),
  ];
  for (const one of known)
    t.match(await ingest(one), { status: 200 }, 'ingested aspects of the user are stored');
});
