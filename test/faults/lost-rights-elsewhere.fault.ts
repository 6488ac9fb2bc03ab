import { once } from 'node:events';
import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { guarantee } from './guarantee.js';
import { type Client, readData } from './support/client.js';
import { replicas } from './support/replicas.js';
import { withoutServer } from './support/targets.js';

const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,held,PROD)';
const tag = 'urn:li:tag:held';

t.test(
  'rights that one process takes away end what another has begun',
  { skip: withoutServer },
  async (t) => {
    const { services, db, admin } = await replicas(t);
    const [here] = admin as [Client];
    const there = services[1]!.url;
    const change = async (name: string, types: string, args: string, variables: object) =>
      readData(await here.graphql(`mutation (${types}) { result: ${name}(${args}) }`, variables))
        .result as string;
    const withInput = (name: string, type: string, input: object) =>
      change(name, `$input: ${type}!`, 'input: $input', { input });
    const onUrn = (name: string, urn: string, more = '') =>
      change(name, '$urn: String!', `urn: $urn${more}`, { urn });
    const written = await here.post('/aspects?action=ingestProposalBatch', {
      proposals: [
        { entityType: 'dataset', entityUrn: dataset, aspectName: 'status', value: '{"removed": false}' },
        { entityType: 'tag', entityUrn: tag, aspectName: 'tagProperties', value: '{"name": "held"}' },
      ].map(({ value, ...one }) => ({
        ...{ changeType: 'UPSERT', ...one },
        aspect: { contentType: 'application/json', value },
      })),
    });
    t.equal(written.status, 200);

    let made = 0;
    /** A user with rights by a group. The process that is asked later has seen the token. */
    async function newUser() {
      made += 1;
      const urn = await withInput('createUser', 'CreateUserInput', { id: `held-${made}` });
      const group = await withInput('createGroup', 'CreateGroupInput', { name: 'x' });
      await withInput('addGroupMembers', 'AddGroupMembersInput', { groupUrn: group, userUrns: [urn] });
      const input = {
        ...{ type: 'METADATA', name: 'x', state: 'ACTIVE', privileges: ['EDIT_ENTITY'] },
        actors: { allUsers: false, allGroups: false, resourceOwners: false, groups: [group] },
        resources: { allResources: true },
      };
      const policy = await withInput('createPolicy', 'PolicyUpdateInput', input);
      const { accessToken, metadata } = readData(
        await here.graphql(
          `mutation ($input: GetAccessTokenInput!) { createAccessToken(input: $input) { accessToken metadata { id } } }`,
          { input: { type: 'PERSONAL', actorUrn: urn, duration: 'ONE_HOUR', name: 'x' } },
        ),
      ).createAccessToken as { accessToken: string; metadata: { id: string } };
      return { urn, group, policy, input, token: accessToken, id: metadata.id };
    }
    type User = Awaited<ReturnType<typeof newUser>>;

    const losses: Record<string, [status: number, lose: (user: User) => Promise<unknown>]> = {
      revokeAccessToken: [
        401,
        ({ id }) => change('revokeAccessToken', '$id: String!', 'tokenId: $id', { id }),
      ],
      revokeAccessTokens: [
        401,
        ({ urn }) => change('revokeAccessTokens', '$urn: String!', 'actorUrn: $urn', { urn }),
      ],
      updateUserStatus: [401, ({ urn }) => onUrn('updateUserStatus', urn, ', status: SUSPENDED')],
      removeUser: [401, ({ urn }) => onUrn('removeUser', urn)],
      removeGroupMembers: [
        403,
        ({ urn, group }) =>
          withInput('removeGroupMembers', 'RemoveGroupMembersInput', { groupUrn: group, userUrns: [urn] }),
      ],
      removeGroup: [403, ({ group }) => onUrn('removeGroup', group)],
      deletePolicy: [403, ({ policy }) => onUrn('deletePolicy', policy)],
      updatePolicy: [
        403,
        ({ policy, input }) =>
          change('updatePolicy', '$urn: String!, $input: PolicyUpdateInput!', 'urn: $urn, input: $input', {
            urn: policy,
            input: { ...input, state: 'INACTIVE' },
          }),
      ],
    };

    const requests: Record<string, { path: string; body: object }> = {
      addTag: {
        path: '/api/graphql',
        body: {
          query: 'mutation ($i: TagAssociationInput!) { addTag(input: $i) }',
          variables: { i: { tagUrn: tag, resourceUrn: dataset } },
        },
      },
      ingestProposal: {
        path: '/aspects?action=ingestProposal',
        body: {
          proposal: {
            ...{ entityType: 'dataset', entityUrn: dataset, changeType: 'UPSERT', aspectName: 'ownership' },
            aspect: { contentType: 'application/json', value: '{"owners": []}' },
          },
        },
      },
    };

    /** Sends a request to the other process. `hold` is called before its last bytes are sent. */
    async function ask({ token }: User, name: string, hold?: () => Promise<unknown>): Promise<number> {
      const { path, body } = requests[name]!;
      const bytes = Buffer.from(JSON.stringify(body));
      const headers = {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'content-length': bytes.length,
      };
      const outgoing = send(`${there}${path}`, { method: 'POST', headers });
      const answered = once(outgoing, 'response');
      outgoing.write(bytes.subarray(0, 1));
      await hold?.();
      outgoing.end(bytes.subarray(1));
      const [response] = await answered;
      let text = '';
      for await (const chunk of response) text += chunk;
      const code = path === '/api/graphql' ? JSON.parse(text).errors?.[0].extensions.code : undefined;
      return code ?? response.statusCode;
    }

    const isWaiting = async () =>
      (
        await db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length > 0;
    const changed = async () =>
      (
        await db.query(`SELECT FROM aspects WHERE urn = $1 AND name IN ('globalTags', 'ownership')`, [
          dataset,
        ])
      ).length;

    let [held, locked] = [0, 0];
    for (const name of Object.keys(requests)) {
      for (const [way, [status, lose]] of Object.entries(losses)) {
        const first = await newUser();
        const whileBodyCame = await ask(first, name, async () => {
          // Time for the other process to judge the headers. If it takes longer, it refuses them at once.
          await sleep(100);
          await lose(first);
        });
        t.equal(whileBodyCame, status, `${name}, whose body comes after ${way}`);
        held += 1;

        const second = await newUser();
        let answer: Promise<number> | undefined;
        await db.inTransaction(async (tx) => {
          await tx.query('SELECT FROM entities WHERE urn = $1::text FOR UPDATE', [dataset]);
          answer = ask(second, name);
          while (!(await isWaiting())) await sleep(5);
          await lose(second);
        });
        t.equal(await answer, status, `${name}, which waits for a lock during ${way}`);
        locked += 1;
      }
    }
    t.equal(await changed(), 0, 'nothing was written');
    const last = await newUser();
    for (const name of Object.keys(requests)) t.equal(await ask(last, name), 200, `${name} with its rights`);
    guarantee(t, 'a request is refused when another process takes its rights away while it is under way', {
      'bodies held': held,
      'locks held': locked,
      allowed: 0,
    });
  },
);
