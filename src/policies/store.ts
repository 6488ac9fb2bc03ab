import type { Asks } from '../core/standing.js';
import type { Criterion, Policy } from './policy.js';

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
}

export function policyStore(db: Asks): PolicyStore {
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
  };
}

const pageRows = 500;
/** Stored bytes of the lists of a page, which can be compressed to a tenth. A single policy may exceed it. */
const pageBytes = 131_072;

const pageWhere = (condition: string) => `
  SELECT version, (
    SELECT coalesce(json_agg(p ORDER BY id), '[]') FROM (
      SELECT *, count(*) OVER () AS candidates, row_number() OVER (ORDER BY id) AS number,
             sum(coalesce(pg_column_size(users), 0) + coalesce(pg_column_size(groups), 0)
                 + coalesce(pg_column_size(resources), 0) + coalesce(pg_column_size(filter), 0))
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
  description: string | null;
  type: Policy['type'];
  state: Policy['state'];
  privileges: string[] | null;
  all_users: boolean;
  users: string[] | null;
  resource_type: string | null;
  resources: string[] | null;
  all_groups: boolean;
  groups: string[] | null;
  all_resources: boolean | null;
  filter: { criteria?: readonly Criterion[] } | null;
  constraints: object | null;
  candidates?: number;
}

/** The columns of lists are nullable, and so are their elements. */
const toTexts = (list: readonly (string | null)[] | null): string[] =>
  (list ?? []).flatMap((text) => text ?? []);

const fromRow = (row: PolicyRow): Policy => ({
  id: row.id,
  name: row.name,
  type: row.type,
  state: row.state,
  description: row.description,
  privileges: toTexts(row.privileges),
  actors: {
    allUsers: row.all_users,
    users: toTexts(row.users),
    allGroups: row.all_groups,
    groups: toTexts(row.groups),
  },
  resources: {
    type: row.resource_type,
    urns: toTexts(row.resources),
    allResources: row.resources === null || (row.all_resources ?? row.resources.length === 0),
    criteria: row.filter === null ? null : (row.filter.criteria ?? []),
    isConstrained: row.constraints !== null,
  },
});
