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

    save: (policy) => savePolicy(db, policy),
  };
}

/** The same within a transaction. */
export async function savePolicy(tx: Transaction, policy: Policy): Promise<void> {
  const { id, name, type, state, privileges, actors, resources } = policy;
  await tx.query(
    `INSERT INTO policies (id, name, type, state, privileges, all_users, users, resource_type, resources)
     VALUES ($1, $2, $3::"PolicyType", $4::"PolicyState", $5::text[], $6, $7::text[], $8, $9::text[])
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, state = excluded.state,
       privileges = excluded.privileges, all_users = excluded.all_users, users = excluded.users,
       resource_type = excluded.resource_type, resources = excluded.resources`,
    [id, name, type, state, privileges, actors.allUsers, actors.users, resources.type, resources.urns],
  );
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
