import t from 'tap';
import { readConfig } from '../../src/config.js';
import { bootstrap } from '../../src/startup/first-administrator.js';
import { userStore } from '../../src/users/user-store.js';
import { createToken } from '../access-tokens/api.js';
import { add, patchProposal, proposal } from '../support/aspects.js';
import { testDatabase } from '../support/database.js';
import { heldTokens } from '../support/held-tokens.js';
import { addGroupMembers, createGroup, createUser, groupUrn } from '../support/people.js';

// What the service does itself is recorded under this name. A user of that name could hide among it.

const catalog = await heldTokens(t, { env: { TRUSTED_ACTOR_PROXIES: '127.0.0.1' } });
const { chief, administrator, ingest, batch, db, writer } = catalog;
const ids = ['__datahub_system', '__DataHub_System'];
const rule = /is reserved for the service itself/;
const isUser = async () => (await db.query(`SELECT FROM users WHERE urn ILIKE '%datahub%system'`)).length > 0;

for (const id of ids) {
  const urn = `urn:li:corpuser:${id}`;
  t.test(`${id} never comes to be a user over HTTP`, async (t) => {
    t.match(await createUser(chief, { id }), { error: { type: 'BAD_REQUEST', message: rule } });
    await createGroup(chief, { id: 'team', name: 'Team' });
    const group = groupUrn('team');
    t.match(await addGroupMembers(chief, { groupUrn: group, userUrns: [urn] }), { error: { message: /./ } });
    const aspects: Record<string, object> = {
      corpUserInfo: { active: true },
      corpUserKey: { username: id },
      corpUserStatus: { status: 'ACTIVE' },
      groupMembership: { groups: [group] },
      nativeGroupMembership: { nativeGroups: [group] },
    };
    for (const [name, value] of Object.entries(aspects)) {
      const one = proposal(urn, name, value);
      t.match(await ingest(one, chief), { status: 422, body: { message: rule } }, name);
      t.match(await batch([proposal(chief.urn, 'status', { removed: false }), one], chief), {
        status: 422,
        body: { message: /^proposals\[1\]: .*is reserved/ },
      });
      const openapi = [{ urn, [name]: { value } }];
      t.match(await chief.post('/openapi/v3/entity/corpuser?async=false', openapi), { status: 422 }, name);
    }
    const patch = patchProposal(urn, 'corpUserInfo', [add('/active', true)]);
    t.match(await ingest(patch, chief), { status: 422, body: { message: rule } });
    t.match(await ingest(proposal(urn, 'globalTags', { tags: [] }), chief), { status: 200 }, 'metadata only');
    t.match(
      await administrator.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
        input: {
          ...{ type: 'PLATFORM', name: 'p', state: 'ACTIVE', description: '', privileges: ['MANAGE_TAGS'] },
          actors: { users: [urn], allUsers: false, allGroups: false, resourceOwners: false },
        },
      }),
      { body: { errors: [{ message: rule }] } },
    );
    t.match(await createToken(chief, { actorUrn: urn }), { body: { errors: [{ message: rule }] } });
    await t.rejects(
      catalog.services.tokens.issue({ actorUrn: urn, duration: 'ONE_HOUR', name: 'x' }),
      { type: 'BAD_REQUEST', message: rule },
      'at the console',
    );
    t.notOk(await isUser());
  });

  t.test(`${id} is neither the first administrator nor seeded`, async (t) => {
    const empty = await testDatabase(t);
    const config = readConfig({ DATA_DIR: t.testdir(), BOOTSTRAP_ADMIN: id });
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    await t.rejects(bootstrap({ db: empty, config, log, now: Date.now() }), { message: rule });
    await t.rejects(userStore(empty).ensure([urn], 0), { message: rule });
    t.ok(await userStore(empty).isEmpty());
  });

  t.test(
    `${id}, made by an earlier build, is no caller of a gateway, gets no token, and can be removed`,
    async (t) => {
      await db.query('INSERT INTO users (urn, created_at) VALUES ($1::text, 0)', [urn]);
      const gateway = catalog.withHeaders({ 'x-datahub-actor': urn });
      t.match(await gateway.graphql('{ __typename }'), { status: 401 });
      t.match(await createToken(chief, { actorUrn: urn }), { body: { errors: [{ message: rule }] } });
      t.match(await addGroupMembers(chief, { groupUrn: groupUrn('team'), userUrns: [urn] }), {
        error: { type: 'BAD_REQUEST', message: rule },
      });
      t.match(await chief.graphql('mutation ($urn: String!) { removeUser(urn: $urn) }', { urn }), {
        body: { data: { removeUser: true } },
      });
      t.notOk(await isUser());
    },
  );
}

t.test('another id that only resembles it is a user', async (t) => {
  t.match(await createUser(chief, { id: 'datahub_system' }), { value: 'urn:li:corpuser:datahub_system' });
  t.match(await writer.graphql('{ __typename }'), { status: 200 });
});
