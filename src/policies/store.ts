import type { Policy } from '../core/policy.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';

export interface PolicySet {
  readonly version: number;
  readonly policies: readonly Policy[];
}

/** A page of the policies, in the order of their ids. */
export interface PolicyPage extends PolicySet {
  /** The last id of the page; null when no policy comes after it. */
  readonly next: string | null;
}

export interface PolicyStore {
  /** Reads all policies in one statement. Reading many of them blocks the event loop. */
  load(): Promise<PolicySet>;
  /** Reads as many policies as take a few milliseconds. Pages with one version show one state of the policies. */
  page(after: string | null): Promise<PolicyPage>;
  /** Adds a policy, or replaces the one with its id. */
  save(policy: Policy): Promise<void>;
}

export function policyStore(db: Database): PolicyStore {
  return {
    // One statement is one snapshot of the policies and their version.
    async load() {
      const [row] = await db.query<SetRow>(
        `SELECT version, (SELECT coalesce(json_agg(p), '[]') FROM policies p) AS policies FROM policy_version`,
      );
      return { version: row?.version ?? 0, policies: (row?.policies ?? []).map(fromRow) };
    },

    async page(after) {
      const [row] = await (after === null
        ? db.query<SetRow>(pageWhere('true'))
        : db.query<SetRow>(pageWhere('id > $1::text'), [after]));
      const rows = row?.policies ?? [];
      const last = rows.at(-1);
      const isLast = rows.length === (last?.candidates ?? 0) && rows.length < pageRows;
      return {
        version: row?.version ?? 0,
        policies: rows.map(fromRow),
        next: isLast ? null : last!.id,
      };
    },

    save: (policy) => savePolicy(db, policy),
  };
}

/** Adds or replaces a policy within a transaction. */
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

const pageRows = 500;
/** Stored bytes of the lists of a page, which can be compressed to a tenth. A single policy may exceed it. */
const pageBytes = 131_072;

const pageWhere = (condition: string) => `
  SELECT version, (
    SELECT coalesce(json_agg(p ORDER BY id), '[]') FROM (
      SELECT *, count(*) OVER () AS candidates, row_number() OVER (ORDER BY id) AS number,
             sum(coalesce(pg_column_size(users), 0) + coalesce(pg_column_size(resources), 0))
               OVER (ORDER BY id) AS size
        FROM (SELECT * FROM policies WHERE ${condition} ORDER BY id LIMIT ${pageRows}) c
    ) p WHERE number = 1 OR size <= ${pageBytes}
  ) AS policies FROM policy_version`;

interface SetRow {
  version: number;
  policies: PolicyRow[];
}

interface PolicyRow {
  id: string;
  name: string;
  type: Policy['type'];
  state: Policy['state'];
  privileges: string[] | null;
  all_users: boolean;
  users: string[] | null;
  resource_type: string | null;
  resources: string[] | null;
  candidates?: number;
}

/** The columns of lists are nullable. Null is the empty list. */
const fromRow = (row: PolicyRow): Policy => ({
  id: row.id,
  name: row.name,
  type: row.type,
  state: row.state,
  privileges: row.privileges ?? [],
  actors: { allUsers: row.all_users, users: row.users ?? [] },
  resources: { type: row.resource_type, urns: row.resources ?? [] },
});
