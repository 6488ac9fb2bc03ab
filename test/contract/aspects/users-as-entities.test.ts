import t from 'tap';
import { add, aspectCatalog, deletion, patchProposal, proposal } from '../../support/aspects.js';
import type { Caller } from '../../support/catalog.js';

// Access depends on users, tokens and policies only, never on ingested aspects.

const catalog = await aspectCatalog(t);
const { db, ingest, batch, writer } = catalog;
const manager = await catalog.user('manager', ['EDIT_ENTITY', 'MANAGE_USERS_AND_GROUPS']);
const victim = await catalog.user('victim');
const user = (id: string) => `urn:li:corpuser:${id}`;

const statesOf = () => db.query('SELECT urn, state FROM users ORDER BY urn');
const guarded = async () => ({
  users: await statesOf(),
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

/** Aspects that are stored as metadata and have no effect on access. */
const inert = [
  proposal(victim.urn, 'corpUserKey', { username: 'victim' }),
  proposal(victim.urn, 'corpUserInfo', { active: true, admin: true, system: true }),
  proposal(victim.urn, 'corpUserStatus', { status: 'ACTIVE' }),
  proposal(victim.urn, 'groupMembership', { groups: ['urn:li:corpGroup:admins'] }),
  proposal(victim.urn, 'nativeGroupMembership', { nativeGroups: ['urn:li:corpGroup:admins'] }),
  proposal(victim.urn, 'status', { removed: false }),
  proposal('urn:li:corpGroup:admins', 'corpGroupInfo', {
    admins: [victim.urn],
    members: [victim.urn],
    groups: [],
  }),
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

t.test('aspects about users and groups change nobody’s rights', async (t) => {
  const before = await guarded();
  t.strictSame(await refusals(victim), may);
  for (const by of [writer, manager]) {
    t.match(await batch(inert, by), { status: 200 });
    t.strictSame(await guarded(), before);
    t.strictSame(await refusals(victim), may);
  }
});

t.test('deleting the entity of a user keeps the user', async (t) => {
  const before = await guarded();
  for (const name of ['corpUserInfo', 'corpUserStatus', 'status', 'groupMembership']) {
    t.match(await ingest(deletion(victim.urn, name)), { status: 200 });
  }
  t.strictSame(await guarded(), before);
  t.strictSame(await refusals(victim), may);
});

t.test('a user ingested without Manage Users & Groups is created as an entity only', async (t) => {
  const before = await statesOf();
  const writes: [string, object][] = [
    ['a', proposal(user('a'), 'corpUserInfo', { active: true })],
    ['b', proposal(user('b'), 'corpUserKey', { username: 'b' })],
    ['c', patchProposal(user('c'), 'corpUserEditableInfo', [add('/title', 'x')])],
  ];
  for (const [id, one] of writes) {
    t.match(await ingest(one), { status: 200 });
    t.notOk(await isCaller(user(id)));
  }
  t.strictSame(await statesOf(), before);
});

t.test('a user ingested with Manage Users & Groups may call and has no rights', async (t) => {
  t.match(await ingest(proposal(user('new'), 'corpUserInfo', { active: true }), manager), { status: 200 });
  t.match(
    await ingest(patchProposal(user('noop'), 'ownership', [{ op: 'remove', path: '/owners/x' }]), manager),
    {
      status: 200,
    },
  );
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

t.test('a suspended or removed user is not reactivated', async (t) => {
  for (const state of ['SUSPENDED', 'REMOVED'] as const) {
    const gone = await catalog.user(state.toLowerCase(), ['EDIT_ENTITY']);
    await db.prisma.user.update({ where: { urn: gone.urn }, data: { state } });
    for (const by of [writer, manager]) {
      t.match(
        await batch(
          [
            proposal(gone.urn, 'corpUserInfo', { active: true }),
            { ...proposal(gone.urn, 'corpUserKey', {}), changeType: 'DELETE' },
            proposal(gone.urn, 'corpUserKey', { username: 'x' }),
            proposal(gone.urn, 'status', { removed: false }),
          ],
          by,
        ),
        { status: 200 },
      );
      t.notOk(await isCaller(gone.urn), state);
      t.match(await gone.get('/entitiesV2/urn%3Ali%3Atag%3Ax'), { status: 401 });
    }
  }
});
