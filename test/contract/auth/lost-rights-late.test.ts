import t, { type Test } from 'tap';
import type { Database } from '../../../src/db/database.js';
import type { Query } from '../../../src/db/query.js';
import { aspectCatalog, deletion, freshDataset, proposal } from '../../support/aspects.js';
import type { Answer, Caller } from '../../support/catalog.js';
import { savePolicy } from '../../support/save-policy.js';
import { toId } from '../tokens/api.js';

const readCode = ({ status, body }: Answer): number => body.errors?.[0].extensions.code ?? status;

/** Acts within a transaction, after its first write of an aspect or of an event: it could have waited for either. */
function afterWrite() {
  let act: ((query: Query) => Promise<unknown>) | undefined;
  return {
    wrap: (db: Database): Database => ({
      ...db,
      inTransaction: (work, deadline) =>
        db.inTransaction(async (tx) => {
          const query: Query = async (sql, ...rest) => {
            const rows = await tx.query(sql, ...rest);
            if (!/INSERT INTO (aspects|audit_events)/.test(sql)) return rows as never;
            const loss = act;
            act = undefined;
            await loss?.(tx.query);
            return rows as never;
          };
          return work({ ...tx, query });
        }, deadline),
    }),
    /** @returns whether it was called */
    async during<T>(loss: typeof act, change: () => Promise<T>): Promise<T> {
      act = loss;
      const result = await change();
      if (act) throw new Error('nothing was written');
      return result;
    },
  };
}

const everything = [
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_POLICIES',
  'MANAGE_ACCESS_TOKENS',
  'GENERATE_PERSONAL_ACCESS_TOKENS',
] as const;

async function open(t: Test) {
  const hook = afterWrite();
  const catalog = await aspectCatalog(t, { wrap: hook.wrap });
  const ann = await catalog.user('ann');
  const grant = (id: string, type: 'PLATFORM' | 'METADATA', privileges: readonly string[]) =>
    savePolicy(catalog.db, {
      ...{ id, name: id, type, state: 'ACTIVE', privileges: [...privileges] as never },
      actors: { allUsers: false, users: [ann.urn] },
      resources: { type: null, urns: [] },
    });
  await grant('platform', 'PLATFORM', everything);
  await grant('metadata', 'METADATA', ['EDIT_ENTITY']);
  return { ...catalog, ann, hook, grant };
}

const onUrn = (caller: Caller, field: string, urn: string, more = '') =>
  caller.graphql(`mutation ($urn: String!) { ${field}(urn: $urn${more}) }`, { urn });
const input = {
  ...{ type: 'PLATFORM', name: 'x', state: 'ACTIVE', privileges: ['CREATE_TAGS'] },
  actors: { allUsers: false, allGroups: false, resourceOwners: false, users: ['urn:li:corpuser:ann'] },
};

t.test('401: the token is revoked after the change of users and policies has begun to write', async (t) => {
  const { ann, hook, user, grant, db } = await open(t);
  const lose = (query: Query) =>
    query('UPDATE access_tokens SET revoked_at = 1 WHERE id = $1::text', [toId(ann.token)]);
  const policy = (id: string) => `urn:li:dataHubPolicy:${id}`;
  for (const id of ['updated', 'deleted']) await grant(id, 'PLATFORM', ['CREATE_TAGS']);
  const [suspended, removed] = [await user('suspended'), await user('removed')];
  const changes: Record<string, () => Promise<Answer>> = {
    updateUserStatus: () => onUrn(ann, 'updateUserStatus', suspended.urn, ', status: SUSPENDED'),
    removeUser: () => onUrn(ann, 'removeUser', removed.urn),
    createUser: () => ann.graphql('mutation { createUser(input: {id: "new"}) }'),
    createPolicy: () =>
      ann.graphql('mutation ($i: PolicyUpdateInput!) { createPolicy(input: $i) }', { i: input }),
    updatePolicy: () =>
      ann.graphql('mutation ($i: PolicyUpdateInput!, $u: String!) { updatePolicy(urn: $u, input: $i) }', {
        ...{ i: input, u: policy('updated') },
      }),
    deletePolicy: () => onUrn(ann, 'deletePolicy', policy('deleted')),
  };
  const rows = () =>
    db.query(`SELECT (SELECT json_agg(p ORDER BY id) FROM policies p)::text AS policies,
                     (SELECT json_agg(u.state ORDER BY urn) FROM users u)::text AS users`);
  const before = await rows();
  for (const [name, change] of Object.entries(changes)) {
    t.equal(readCode(await hook.during(lose, change)), 401, name);
    t.strictSame(await rows(), before, `${name} changes nothing`);
  }
  for (const [name, change] of Object.entries(changes))
    t.equal(readCode(await hook.during(async () => {}, change)), 200, `${name} otherwise`);
});

t.test('403: the policy goes while a change of aspects writes, also one that moves entities', async (t) => {
  const { ann, hook, put, db } = await open(t);
  const lose = (query: Query) => query(`UPDATE policies SET state = 'INACTIVE' WHERE id = 'metadata'`);
  const ingest = (one: object) => ann.post('/aspects?action=ingestProposal', { proposal: one });
  const changes: Record<string, (urn: string) => Promise<Answer>> = {
    'an aspect': (urn) => ingest(proposal(urn, 'ownership', { owners: [] })),
    'a move': (urn) => ingest(proposal(urn, 'container', { container: 'urn:li:container:b' })),
    'a deletion in a batch': (urn) => ingest(deletion(urn, 'datasetKey')),
    deletion: (urn) => ann.post('/entities?action=delete', { urn }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const urn = freshDataset();
    await put(proposal(urn, 'container', { container: 'urn:li:container:a' }));
    const rows = () => db.query('SELECT name, updated_at FROM aspects WHERE urn = $1::text', [urn]);
    const before = await rows();
    t.equal(readCode(await hook.during(lose, () => change(urn))), 403, name);
    t.strictSame(await rows(), before, `${name} changes nothing`);
    t.equal(
      readCode(
        await hook.during(
          async () => {},
          () => change(urn),
        ),
      ),
      200,
      `${name} otherwise`,
    );
  }
});
