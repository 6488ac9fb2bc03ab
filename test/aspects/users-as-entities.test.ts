import t from 'tap';
import { add, aspectCatalog, deletion, patchProposal, proposal } from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';

// Access depends on users, groups, tokens and policies. Ingested aspects change them with the right to manage them only.

const catalog = await aspectCatalog(t);
const { db, ingest, batch, writer } = catalog;
const manager = await catalog.user('manager', ['EDIT_ENTITY', 'MANAGE_USERS_AND_GROUPS']);
const victim = await catalog.user('victim');
const user = (id: string) => `urn:li:corpuser:${id}`;

const readStates = () => db.query('SELECT urn, state FROM users ORDER BY urn');
const guarded = async () => ({
  users: await readStates(),
  policies: await db.query('SELECT * FROM policies ORDER BY id'),
  tokens: await db.query(
    'SELECT id, hash, actor_urn, owner_urn, expires_at, revoked_at FROM access_tokens ORDER BY id',
  ),
});

/** Whether a token can be created for a user, and the user may call. */
async function isCaller(urn: string) {
  try {
    await catalog.services.authenticate.user(urn);
    return true;
  } catch {
    return false;
  }
}

/** Aspects that say who may call and who is in a group. They take Manage Users & Groups. */
const aboutPeople = [
  proposal(victim.urn, 'corpUserKey', { username: 'victim' }),
  proposal(victim.urn, 'corpUserInfo', { active: true, admin: true, system: true }),
  proposal(victim.urn, 'corpUserStatus', { status: 'ACTIVE' }),
  proposal(victim.urn, 'groupMembership', { groups: ['urn:li:corpGroup:admins'] }),
  proposal(victim.urn, 'nativeGroupMembership', { nativeGroups: ['urn:li:corpGroup:admins'] }),
  proposal('urn:li:corpGroup:admins', 'corpGroupInfo', {
    admins: [victim.urn],
    members: [victim.urn],
    groups: [],
  }),
  proposal('urn:li:corpGroup:admins', 'corpGroupKey', { name: 'admins' }),
];
/** Ordinary metadata about users and groups. */
const others = [
  proposal(victim.urn, 'corpUserEditableInfo', { aboutMe: 'x' }),
  proposal(victim.urn, 'globalTags', { tags: [] }),
  proposal(victim.urn, 'status', { removed: false }),
  proposal('urn:li:corpGroup:admins', 'ownership', { owners: [] }),
  proposal('urn:li:globalSettings:0', 'globalSettingsInfo', { authenticationEnabled: false }),
];

const refusals = async (by: Caller) => ({
  token: (
    await by.graphql(
      `mutation { createAccessToken(input: { type: PERSONAL, actorUrn: "${by.urn}", duration: ONE_HOUR, name: "x" }) { accessToken } }`,
    )
  ).body.errors?.[0].extensions.type,
  ingest: (await ingest(proposal('urn:li:tag:x', 'status', {}), by)).status,
  sizes: (await by.post('/operations?action=getIndexSizes')).status,
  reads: (await by.get('/entitiesV2/urn%3Ali%3Atag%3Ax')).status,
});
const may = { token: 'UNAUTHORIZED', ingest: 403, sizes: 403, reads: 200 };

t.test('Edit Entity writes other aspects of users and groups only', async (t) => {
  const before = await guarded();
  t.strictSame(await refusals(victim), may);
  for (const one of aboutPeople) {
    const { entityUrn, aspectName } = one;
    for (const change of [
      one,
      deletion(entityUrn, aspectName),
      patchProposal(entityUrn, aspectName, [add('/x', 1)]),
    ])
      t.match(await ingest(change, writer), { status: 403 }, `${change.changeType} of ${aspectName}`);
    t.match(await batch([...others, one], writer), { status: 403 });
  }
  t.match(await writer.post('/entities?action=delete', { urn: victim.urn }), { status: 403 });
  t.match(await batch(others, writer), { status: 200 });
  t.strictSame(await guarded(), before);
});

t.test('what aspects of users and groups say beside state and members grants nothing', async (t) => {
  t.match(await batch([...aboutPeople, ...others], manager), { status: 200 });
  t.strictSame(await refusals(victim), may);
});

t.test('a user whose ordinary metadata is written without the privilege is an entity only', async (t) => {
  const before = await readStates();
  for (const one of [
    proposal(user('a'), 'globalTags', { tags: [] }),
    patchProposal(user('c'), 'corpUserEditableInfo', [add('/title', 'x')]),
  ]) {
    t.match(await ingest(one), { status: 200 });
    t.notOk(await isCaller(one.entityUrn));
  }
  t.strictSame(await readStates(), before);
});

t.test('a user ingested with Manage Users & Groups may call and has no rights', async (t) => {
  t.match(await ingest(proposal(user('new'), 'corpUserInfo', { active: true }), manager), { status: 200 });
  const nothing = patchProposal(user('noop'), 'ownership', [{ op: 'remove', path: '/owners/x' }]);
  t.match(await ingest(nothing, manager), { status: 200 });
  t.ok(await isCaller(user('new')));
  t.notOk(await isCaller(user('noop')), 'a patch without a result creates no user');
  const { text } = await catalog.services.tokens.issue({
    actorUrn: user('new'),
    duration: 'ONE_HOUR',
    name: 'x',
  });
  const caller = {
    urn: user('new'),
    token: text,
    ...catalog.withHeaders({ authorization: `Bearer ${text}` }),
  };
  t.strictSame(await refusals(caller), may);
});

t.test('ingestion that says a user is active does not reactivate the user', async (t) => {
  for (const state of ['SUSPENDED', 'REMOVED'] as const) {
    const gone = await catalog.user(state.toLowerCase());
    await db.prisma.user.update({ where: { urn: gone.urn }, data: { state } });
    t.match(
      await batch(
        [
          proposal(gone.urn, 'corpUserInfo', { active: true }),
          proposal(gone.urn, 'corpUserKey', { username: 'x' }),
          proposal(gone.urn, 'status', { removed: false }),
        ],
        manager,
      ),
      { status: 200 },
    );
    t.strictSame(await catalog.readAspect(gone.urn, 'corpUserInfo'), { active: false });
    t.notOk(await isCaller(gone.urn), state);
    t.match(await gone.get('/entitiesV2/urn%3Ali%3Atag%3Ax'), { status: 401 });
  }
});
