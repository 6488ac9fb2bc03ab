import t, { type Test } from 'tap';
import { type RefusedCount, refusedAuthentications } from '../../src/audit/refused-authentications.js';
import { refusedStore } from '../../src/audit/refused-store.js';
import { toId } from '../access-tokens/api.js';
import { testCatalog } from '../support/catalog.js';
import { withOtherSecret } from '../support/token-texts.js';
import { waitFor } from '../support/wait-for.js';
import { auditEvents, readPage } from './api.js';

async function open(t: Test) {
  const catalog = await testCatalog(t);
  const auditor = await catalog.user('auditor', ['GET_AUDIT_EVENTS', 'GENERATE_PERSONAL_ACCESS_TOKENS']);
  const { db, app, services } = catalog;
  const ask = async (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    (await app.inject({ method: 'POST', url: '/api/graphql', headers, remoteAddress })).statusCode;
  /** Lets the minute of what was saved be over. */
  const age = () => db.query('UPDATE refused_authentications SET minute = minute - 180000');
  const events = async () =>
    readPage(await auditEvents(auditor, { types: ['FailedLogInEvent'], count: 1_000 })).events.map(
      ({ detail, ...event }: { detail: string }) => ({ ...event, ...JSON.parse(detail) }),
    );
  return { ...catalog, auditor, ask, age, events, flush: services.flush, store: refusedStore(db) };
}

t.test('refused authentications are summed by network and minute, also those over the limit', async (t) => {
  const { auditor, user, ask, age, events, flush, store, services } = await open(t);
  const victim = await user('victim');
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
  for (let i = 0; i < 30; i += 1) await ask(bearer('junk'));
  t.equal(await ask(bearer('junk')), 429);
  t.equal(await ask({}, '2001:db8:1:2::3'), 401);
  t.equal(await ask(bearer(withOtherSecret(victim.token)), '2001:db8:1:2:ffff::4'), 401);
  t.equal(await ask({ 'x-datahub-actor': 'urn:li:corpuser:a: b' }, '::ffff:192.0.2.7'), 401);
  await services.tokens.revoke({ urn: auditor.urn, can: () => true }, toId(victim.token));
  t.equal(await ask(bearer(victim.token), '192.0.2.7'), 401);

  t.strictSame(await events(), [], 'not before the minute is over');
  await flush();
  t.equal(await store.addMinute(), false);
  await age();
  services.background.start();
  await waitFor(async () => (await events()).length > 0);
  const found = await events();
  t.match(
    found.sort((a: { count: number }, b: { count: number }) => b.count - a.count || 0),
    [
      {
        address: '192.0.2.1',
        count: 31,
        reasons: { 'malformed token': 31 },
        outcome: 'FAILURE',
        actorUrn: null,
      },
      { count: 2 },
      { count: 2 },
    ],
  );
  t.match(
    new Map(found.map(({ address, reasons }: { address: string; reasons: object }) => [address, reasons])),
    new Map([
      ['2001:db8:1:2::/64', { 'no credentials': 1, 'wrong secret': 1 }],
      ['192.0.2.7', { 'no credentials': 1, revoked: 1 }],
    ]),
  );
  t.notMatch(JSON.stringify(found), new RegExp(`${victim.token.slice(30)}|${toId(victim.token)}`));
  t.equal(await store.addMinute(), false, 'once');
});

t.test('a flood from many addresses leaves at most 100 rows, by several processes', async (t) => {
  const { db, age, events, store } = await open(t);
  const saved: number[] = [];
  const processes = Array.from({ length: 3 }, () =>
    refusedAuthentications(
      async (counts) => {
        saved.push(counts.length);
        await store.save(counts);
      },
      (error) => t.fail(String(error)),
    ),
  );
  for (let i = 0; i < 60_000; i += 1) {
    const network = i % 3 === 0 ? '192.0.2.1' : `10.${i % 256}.${(i >> 8) % 256}.1`;
    processes[i % 3]!.record(network, `token x: reason ${i % 50}`);
  }
  await Promise.all(processes.map(({ flush }) => flush()));
  t.equal(saved.length, 3, 'one save for each');
  t.ok(Math.max(...saved) <= 1_100, `${saved} counts`);
  await age();
  // A save at the change of a minute leaves two.
  const minutes = (await db.query('SELECT DISTINCT minute FROM refused_authentications')).length;
  await Promise.all([store.addMinute(), store.addMinute()]);
  while (await store.addMinute());
  const found = await events();
  t.ok(found.length <= 100 * minutes, `${found.length} rows`);
  t.equal(
    found.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    60_000,
  );
  for (const { reasons } of found) t.ok(Object.keys(reasons).length <= 11);
  t.ok(found.some(({ address }: { address: string | null }) => address === null));
  t.equal((await db.query('SELECT FROM refused_authentications')).length, 0);
});

t.test('counts that could not be saved are saved later', async (t) => {
  const saves: (readonly RefusedCount[])[] = [];
  const errors: unknown[] = [];
  const refused = refusedAuthentications(
    async (counts) => {
      saves.push(counts);
      if (saves.length === 1) throw new Error('away');
    },
    (error) => errors.push(error),
  );
  refused.record('192.0.2.1', 'malformed token');
  await refused.flush();
  refused.record('192.0.2.1', 'malformed token');
  await refused.flush();
  await refused.flush();
  t.match(errors, [new Error('away')]);
  t.strictSame(saves[1], [{ network: '192.0.2.1', reason: 'malformed token', count: 2 }]);
  t.equal(saves.length, 2);
});
