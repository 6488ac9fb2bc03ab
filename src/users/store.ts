import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import type { UserState } from './access-control.js';

export interface UserRow {
  readonly urn: string;
  readonly state: UserState;
  /** of the policies, as of this read */
  readonly policyVersion: number;
}

export interface UserStore {
  /** One statement for many. */
  findMany(urns: readonly string[]): Promise<ReadonlyMap<string, UserRow>>;
  /** Makes the users that are not there yet; leaves the others as they are. */
  ensure(urns: readonly string[], now: number): Promise<void>;
  isEmpty(): Promise<boolean>;
}

export function userStore(db: Database): UserStore {
  return {
    async findMany(urns) {
      const rows = await db.query<UserRow>(
        `SELECT urn, state, (SELECT version FROM policy_version) AS "policyVersion" FROM users WHERE urn = ANY($1::text[])`,
        [urns],
      );
      return new Map(rows.map((row) => [row.urn, row]));
    },

    ensure: (urns, now) => ensureUsers(db, urns, now),

    // Each start asks this, and Prisma's compiler of queries takes 50 MB once it is asked for anything.
    async isEmpty() {
      return (await db.query('SELECT FROM users LIMIT 1')).length === 0;
    },
  };
}

/** The same within a transaction. */
export async function ensureUsers(tx: Transaction, urns: readonly string[], now: number): Promise<void> {
  await tx.query(
    'INSERT INTO users (urn, created_at) SELECT unnest($1::text[]), $2::bigint ON CONFLICT DO NOTHING',
    [[...urns].sort(), now],
  );
}

/** Within a transaction; who is no user is left out. */
export async function statesOf(
  tx: Transaction,
  urns: readonly string[],
): Promise<ReadonlyMap<string, UserState>> {
  const rows = await tx.query<Pick<UserRow, 'urn' | 'state'>>(
    'SELECT urn, state FROM users WHERE urn = ANY($1::text[])',
    [urns],
  );
  return new Map(rows.map(({ urn, state }) => [urn, state]));
}
