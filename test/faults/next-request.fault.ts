import t from 'tap';
import { guarantee } from './guarantee.js';
import { type Client, client, signedIn } from './support/client.js';
import { replicas } from './support/replicas.js';
import { losses, rightsByOperations } from './support/rights-by-operations.js';
import { rounds } from './support/rounds.js';
import { withoutServer } from './support/targets.js';

const times = { least: 5, most: 15, seconds: 8 };
const timesOfOperations = { least: 2, most: 5, seconds: 8 };

t.test(
  'a right that is revoked on one process ends on the others at once',
  { skip: withoutServer },
  async (t) => {
    const { services, db, token, admin } = await replicas(t);
    const [a] = admin as [Client];
    const others = services.slice(1).map((one) => one.url);
    const { grant, take } = rightsByOperations(a, {
      ...{ type: 'PLATFORM', privileges: ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'] },
    });

    /** Creates a user who may see index sizes. Every process has verified the token. */
    async function newUser(inGroup = false) {
      const user = await grant(inGroup);
      const clients = others.map((url) => client(url, user.token));
      t.same(await statuses(clients), [200, 200], 'works before');
      return { ...user, clients };
    }
    const statuses = (clients: Client[]) =>
      Promise.all(clients.map(async (one) => (await one.post('/operations?action=getIndexSizes')).status));

    /**
     * Revokes a right while requests run on both other processes. Every request that is sent after that gets `refusal`.
     */
    async function atOnce(refusal: number, clients: Client[], revoke: () => Promise<unknown>) {
      let revokedAt = Number.POSITIVE_INFINITY;
      const late: number[] = [];
      const ask = async (one: Client) => {
        for (let after = 0; after < 3; ) {
          const sentAt = performance.now();
          const [status] = await statuses([one]);
          if (sentAt < revokedAt) continue;
          after += 1;
          late.push(status!);
        }
      };
      const asking = clients.flatMap((one) => [ask(one), ask(one), ask(one)]);
      await revoke();
      revokedAt = performance.now();
      await Promise.all(asking);
      t.same([...new Set(late)], [refusal]);
      return late.length;
    }

    const askedAfter: Record<string, number> = {};
    let roundsOfOperations = 0;
    for (const round of rounds(timesOfOperations)) {
      roundsOfOperations = round;
      for (const [name, refusal] of Object.entries(losses) as [keyof typeof losses, number][]) {
        const one = await newUser(/[gG]roup|deletePolicy|removeUser/.test(name));
        const asked = await atOnce(refusal, one.clients, () => take(name, one));
        askedAfter[name] = (askedAfter[name] ?? 0) + asked;
      }
    }
    guarantee(t, 'operations on users, groups and policies hold on other processes at the next request', {
      'times each': roundsOfOperations,
      ...askedAfter,
      'not refused': 0,
    });

    const asked = { revoked: 0, suspended: 0, 'policy changed': 0, expired: 0 };
    let done = 0;
    for (const round of rounds(times)) {
      done = round;
      const first = await newUser();
      asked['policy changed'] += await atOnce(403, first.clients, () =>
        db.query(`UPDATE policies SET state = 'INACTIVE' WHERE id = $1`, [first.policy.split(':').at(-1)]),
      );
      asked.suspended += await atOnce(401, first.clients, () =>
        db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1`, [first.urn]),
      );
      const second = await newUser();
      asked.revoked += await atOnce(401, second.clients, () => take('mutation revokeAccessToken', second));
      const third = await newUser();
      asked.expired += await atOnce(401, third.clients, async () => {
        const expiresAt = Date.now() + 200;
        await db.query('UPDATE access_tokens SET expires_at = $2 WHERE id = $1', [third.tokenId, expiresAt]);
        while (Date.now() <= expiresAt) await new Promise((resolve) => setTimeout(resolve, 1));
      });
    }
    t.same(await statuses([client(others[0]!, token)]), [200], 'other tokens still work');

    /** Signs a new user in to the console of the first process. The others take the cookie. */
    async function newSession() {
      const user = await newUser();
      const browsers = await signedIn(a.url, user.token, others);
      const clients = browsers.map((one) => ({ ...one, post: () => one.graphql('{ __typename }') }));
      t.same(await statuses(clients), [200, 200], 'the session is one on every process');
      return { ...user, clients };
    }
    const ofSessions = { 'token revoked': 0, 'user suspended': 0, 'all sessions ended': 0 };
    let roundsOfSessions = 0;
    for (const round of rounds(timesOfOperations)) {
      roundsOfSessions = round;
      const first = await newSession();
      ofSessions['token revoked'] += await atOnce(401, first.clients, () =>
        take('mutation revokeAccessToken', first),
      );
      const second = await newSession();
      ofSessions['user suspended'] += await atOnce(401, second.clients, () =>
        take('mutation updateUserStatus', second),
      );
      const third = await newSession();
      ofSessions['all sessions ended'] += await atOnce(401, third.clients, () =>
        fetch(`${a.url}/console/sessions`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${third.token}` },
        }),
      );
    }
    guarantee(t, 'a session of the console ends on other processes at the next request', {
      'times each': roundsOfSessions,
      ...ofSessions,
      'not refused': 0,
    });
    guarantee(
      t,
      'revocation, suspension, a changed policy and expiry hold on other processes at the next request',
      {
        'times each': done,
        ...asked,
        'not refused': 0,
      },
    );
  },
);
