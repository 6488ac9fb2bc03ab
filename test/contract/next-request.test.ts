import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.js';
import { createServices } from '../../src/services.js';
import { revokeToken, toId } from '../access-tokens/api.js';
import { testCatalog } from '../support/catalog.js';
import { savePolicy as save } from '../support/save-policy.js';

const month = 30 * 86_400_000;
const url = '/gms/operations?action=getIndexSizes';

/** Two instances of the service, A and B, on one database. A change through A takes effect on B. */
async function open(t: Test) {
  let now = Date.UTC(2026, 4, 1);
  const clock = () => now;
  const a = await testCatalog(t, { clock, env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' } });
  const services = createServices({
    config: a.config,
    db: a.db,
    clock,
    onBackgroundError: (error) => t.fail(String(error)),
    onNotice: () => {},
  });
  const b = await buildApp({
    services,
    config: a.config,
    ready: async () => undefined,
  });
  t.teardown(async () => {
    await b.close();
    await services.flush();
  });
  const robot = await a.user('robot', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const manager = await a.user('manager', ['MANAGE_ACCESS_TOKENS', 'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);

  /** The status of a request with the robot's token on A and on B. */
  async function statuses(token = robot.token) {
    const headers = { authorization: `Bearer ${token}` };
    const answers = [];
    for (const app of [a.app, b])
      answers.push((await app.inject({ method: 'POST', url, headers })).statusCode);
    return answers;
  }
  // Both instances now have the texts in their verification caches, and have compiled the policies.
  t.strictSame(await statuses(), [200, 200]);
  t.strictSame(await statuses(manager.token), [200, 200]);

  const setState = (state: 'ACTIVE' | 'SUSPENDED' | 'REMOVED') =>
    a.db.prisma.user.update({ where: { urn: robot.urn }, data: { state } });
  const policy = (change: object = {}) => ({
    id: 'robot-platform',
    name: 'robot',
    type: 'PLATFORM' as const,
    state: 'ACTIVE' as const,
    privileges: ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'],
    actors: { allUsers: false, users: [robot.urn] },
    resources: { type: null, urns: [] },
    ...change,
  });
  const savePolicy = (change: object) => save(a.db, policy(change));
  return { ...a, robot, manager, statuses, setState, savePolicy, wait: (ms: number) => (now += ms) };
}

t.test('what changes on one replica holds from the very next request on every one', async (t) => {
  const { db, robot, manager, statuses, setState, savePolicy } = await open(t);

  t.test('401: a suspended user, and 200 once active again', async (t) => {
    await setState('SUSPENDED');
    t.strictSame(await statuses(), [401, 401]);
    await setState('ACTIVE');
    t.strictSame(await statuses(), [200, 200]);
  });

  t.test('401: a removed user', async (t) => {
    await setState('REMOVED');
    t.strictSame(await statuses(), [401, 401]);
    await setState('ACTIVE');
    t.strictSame(await statuses(), [200, 200]);
  });

  const withdrawals = {
    'an inactive policy': { state: 'INACTIVE' },
    'a policy without the privilege': { privileges: ['MANAGE_TAGS'] },
    'a policy without privileges': { privileges: [] },
    'a policy without the user': { actors: { allUsers: false, users: [] } },
    'a policy of the other type': { type: 'METADATA' },
  };
  for (const [name, change] of Object.entries(withdrawals)) {
    t.test(`403: ${name}, and 200 once it is as before`, async (t) => {
      await savePolicy(change);
      t.strictSame(await statuses(), [403, 403]);
      await savePolicy({});
      t.strictSame(await statuses(), [200, 200]);
    });
  }

  t.test('403: a deleted policy, and 200 with another one for all users', async (t) => {
    await db.query(`DELETE FROM policies WHERE id = 'robot-platform'`);
    t.strictSame(await statuses(), [403, 403]);
    await savePolicy({ id: 'everyone', actors: { allUsers: true, users: [] } });
    t.strictSame(await statuses(), [200, 200]);
    t.strictSame(await statuses(manager.token), [200, 200]);
    await savePolicy({});
    await db.query(`DELETE FROM policies WHERE id = 'everyone'`);
    t.strictSame(await statuses(), [200, 200]);
  });

  t.test('401: a revoked token, for good', async (t) => {
    t.equal((await revokeToken(manager, toId(robot.token))).body.data.revokeAccessToken, true);
    t.strictSame(await statuses(), [401, 401]);
    t.strictSame(await statuses(), [401, 401]);
    t.strictSame(await statuses(manager.token), [200, 200], 'and no other');
  });
});

t.test('401: an expired token, on every replica, from the millisecond of its expiry on', async (t) => {
  const { statuses, wait } = await open(t);
  wait(month - 1);
  t.strictSame(await statuses(), [200, 200]);
  wait(1);
  t.strictSame(await statuses(), [401, 401]);
});

t.test('401: a token whose record was deleted', async (t) => {
  const { db, robot, statuses } = await open(t);
  await db.prisma.storedAccessToken.delete({ where: { id: toId(robot.token) } });
  t.strictSame(await statuses(), [401, 401]);
});

t.test('requests in flight during a revocation do not bring the token back', async (t) => {
  const { robot, manager, statuses } = await open(t);
  const storm = Array.from({ length: 20 }, () => statuses());
  await revokeToken(manager, toId(robot.token));
  t.strictSame(await statuses(), [401, 401], 'the first request after the revocation was answered');
  await Promise.all(storm);
  t.strictSame(await statuses(), [401, 401]);
});
