import t from 'tap';
import { guarantee } from './guarantee.js';
import { type Client, client, readData, signedIn } from './support/client.js';
import { replicas } from './support/replicas.js';
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
    let made = 0;

    /** Creates a user who may see index sizes. Every process has verified the token. */
    async function newUser() {
      made += 1;
      const urn = `urn:li:corpuser:user_${made}`;
      await db.query('INSERT INTO users (urn, created_at) VALUES ($1, 0)', [urn]);
      await db.query(
        `INSERT INTO policies (id, name, type, privileges, users, resources)
       VALUES ($1, $1, 'PLATFORM', '{GET_TIMESERIES_INDEX_SIZES_PRIVILEGE}', ARRAY[$1], '{}')`,
        [urn],
      );
      const { accessToken, metadata } = readData(
        await a.graphql(
          `mutation ($input: GetAccessTokenInput!) {
           createAccessToken(input: $input) { accessToken metadata { id } } }`,
          { input: { type: 'PERSONAL', actorUrn: urn, duration: 'ONE_HOUR', name: 'x' } },
        ),
      ).createAccessToken as { accessToken: string; metadata: { id: string } };
      const clients = others.map((url) => client(url, accessToken));
      t.same(await statuses(clients), [200, 200], 'works before');
      return { urn, id: metadata.id, token: accessToken, clients };
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

    const change = async (name: string, args: string, types: string, variables: object) => {
      const answer = await a.graphql(`mutation (${types}) { result: ${name}(${args}) }`, variables);
      return readData(answer).result as string;
    };
    const urnOnly = (name: string, urn: string) => change(name, 'urn: $urn', '$urn: String!', { urn });
    const suspend = (urn: string) =>
      change('updateUserStatus', 'urn: $urn, status: SUSPENDED', '$urn: String!', { urn });
    const withInput = (name: string, type: string, input: object) =>
      change(name, 'input: $input', `$input: ${type}!`, { input });

    /** Gives the right of a new user by operations of the first process, perhaps through a group. */
    async function granted(inGroup: boolean) {
      const user = await newUser();
      await db.query('DELETE FROM policies WHERE id = $1', [user.urn]);
      const group = await withInput('createGroup', 'CreateGroupInput', { name: 'x' });
      const members = { groupUrn: group, userUrns: [user.urn] };
      if (inGroup) await withInput('addGroupMembers', 'AddGroupMembersInput', members);
      const policy = {
        ...{
          type: 'PLATFORM',
          name: 'x',
          state: 'ACTIVE',
          privileges: ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'],
        },
        actors: {
          ...{ allUsers: false, allGroups: false, resourceOwners: false },
          ...(inGroup ? { groups: [group] } : { users: [user.urn] }),
        },
      };
      const urn = await withInput('createPolicy', 'PolicyUpdateInput', policy);
      t.same(await statuses(user.clients), [200, 200], 'the policy has its effect at once');
      return { ...user, group, members, policy: { urn, input: policy } };
    }

    type Granted = Awaited<ReturnType<typeof granted>>;
    const operations: Record<
      string,
      [refusal: number, inGroup: boolean, revoke: (one: Granted) => Promise<unknown>]
    > = {
      updatePolicy: [
        403,
        false,
        ({ policy: { urn, input } }) =>
          change('updatePolicy', 'urn: $urn, input: $input', '$urn: String!, $input: PolicyUpdateInput!', {
            urn,
            input: { ...input, state: 'INACTIVE' },
          }),
      ],
      deletePolicy: [403, true, ({ policy }) => urnOnly('deletePolicy', policy.urn)],
      removeGroupMembers: [
        403,
        true,
        ({ members }) => withInput('removeGroupMembers', 'RemoveGroupMembersInput', members),
      ],
      removeGroup: [403, true, ({ group }) => urnOnly('removeGroup', group)],
      updateUserStatus: [401, false, ({ urn }) => suspend(urn)],
      removeUser: [401, true, ({ urn }) => urnOnly('removeUser', urn)],
    };
    const askedAfter: Record<string, number> = {};
    let roundsOfOperations = 0;
    for (const round of rounds(timesOfOperations)) {
      roundsOfOperations = round;
      for (const [name, [refusal, inGroup, revoke]] of Object.entries(operations)) {
        const one = await granted(inGroup);
        askedAfter[name] = (askedAfter[name] ?? 0) + (await atOnce(refusal, one.clients, () => revoke(one)));
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
        db.query(`UPDATE policies SET state = 'INACTIVE' WHERE id = $1`, [first.urn]),
      );
      asked.suspended += await atOnce(401, first.clients, () =>
        db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1`, [first.urn]),
      );
      const second = await newUser();
      asked.revoked += await atOnce(401, second.clients, async () =>
        readData(await a.graphql('mutation ($id: String!) { revokeAccessToken(tokenId: $id) }', second)),
      );
      const third = await newUser();
      asked.expired += await atOnce(401, third.clients, async () => {
        const expiresAt = Date.now() + 200;
        await db.query('UPDATE access_tokens SET expires_at = $2 WHERE id = $1', [third.id, expiresAt]);
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
      ofSessions['token revoked'] += await atOnce(401, first.clients, async () =>
        readData(await a.graphql('mutation ($id: String!) { revokeAccessToken(tokenId: $id) }', first)),
      );
      const second = await newSession();
      ofSessions['user suspended'] += await atOnce(401, second.clients, () => suspend(second.urn));
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
