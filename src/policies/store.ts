import type { Database, Transaction } from '../db/database.js';
import type { Policy } from '../domain/policy.js';

export interface PolicySet {
  readonly version: number;
  readonly policies: readonly Policy[];
}

export interface PolicyStore {
  load(): Promise<PolicySet>;
  /** Adds a policy, or replaces the one with its id. */
  save(policy: Policy): Promise<void>;
}

export function policyStore(db: Database): PolicyStore {
  return {
    // One statement: the policies and their version are of one snapshot.
    async load() {
      const [row] = await db.query<{ version: number; policies: PolicyRow[] }>(
        `SELECT version, (SELECT coalesce(json_agg(p), '[]') FROM policies p) AS policies FROM policy_version`,
      );
      return { version: row?.version ?? 0, policies: (row?.policies ?? []).map(fromRow) };
    },

    save: (policy) => savePolicy(db.prisma, policy),
  };
}

/** The same within a transaction. */
export async function savePolicy(
  { policy: table }: Pick<Transaction, 'policy'>,
  { id, actors, resources, ...policy }: Policy,
): Promise<void> {
  const data = {
    ...policy,
    privileges: [...policy.privileges],
    allUsers: actors.allUsers,
    users: [...actors.users],
    resourceType: resources.type,
    resources: [...resources.urns],
  };
  await table.upsert({ where: { id }, create: { id, ...data }, update: data });
}

interface PolicyRow {
  id: string;
  name: string;
  type: Policy['type'];
  state: Policy['state'];
  privileges: string[];
  all_users: boolean;
  users: string[];
  resource_type: string | null;
  resources: string[];
}

const fromRow = (row: PolicyRow): Policy => ({
  id: row.id,
  name: row.name,
  type: row.type,
  state: row.state,
  privileges: row.privileges,
  actors: { allUsers: row.all_users, users: row.users },
  resources: { type: row.resource_type, urns: row.resources },
});
