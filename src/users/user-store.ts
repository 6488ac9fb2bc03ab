import { lockAccess } from '../aspects/lock-store.js';
import type { AuditStamp } from '../core/clock.js';
import { isReservedUser, rejectReservedUser } from '../core/reserved-users.js';
import type { Asks } from '../core/standing.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Database } from '../db/database.js';
import { groupsSql } from '../db/groups-sql.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { isEqual, type UserInfo, type UserState, type UserWrite, type WrittenState } from './people-model.js';

export interface CallerRow {
  readonly urn: string;
  readonly state: UserState;
  /** The version of the policies, read in the same statement. */
  readonly policyVersion: number;
  /** The URNs of the user's groups, read in the same statement. */
  readonly groups: readonly string[];
}

export interface UserStore {
  /** Reads all in one statement. */
  findMany(urns: readonly string[], tx?: Asks): Promise<ReadonlyMap<string, CallerRow>>;
  /** Adds the users that do not exist yet. */
  ensure(urns: readonly string[], now: number): Promise<void>;
  isEmpty(): Promise<boolean>;
}

export function userStore(db: Database): UserStore {
  return {
    async findMany(urns, tx = db) {
      const rows = await tx.query<CallerRow>(
        `SELECT u.urn, u.state, (SELECT version FROM policy_version) AS "policyVersion", ${groupsSql('u.urn')} AS groups
           FROM users u WHERE u.urn = ANY($1::text[])`,
        [urns],
      );
      return new Map(rows.map((row) => [row.urn, row]));
    },

    ensure: (urns, now) => ensureUsers(db, urns, now),

    // Raw SQL: every start calls this, and loading Prisma's query compiler costs 50 MB.
    async isEmpty() {
      return (await db.query('SELECT FROM users LIMIT 1')).length === 0;
    },
  };
}

/**
 * Adds the users that do not exist yet, within a transaction.
 *
 * @param actor who creates them; null for those that a start or a command creates
 * @throws BAD_REQUEST for a reserved URN
 */
export async function ensureUsers(
  tx: Transaction,
  urns: readonly string[],
  now: number,
  actor: string | null = null,
): Promise<void> {
  for (const urn of urns) rejectReservedUser(urn);
  await tx.query(
    `INSERT INTO users (urn, created_at, created_by) SELECT unnest($1::text[]), $2::bigint, $3
     ON CONFLICT DO NOTHING`,
    [[...urns].sort(), now, actor],
  );
}

/** Adds the users that do not exist yet and may, within a transaction that has locked the entities of all. */
export async function addMissingUsers(
  tx: Transaction,
  urns: readonly string[],
  { time, actor }: AuditStamp,
): Promise<void> {
  if (urns.length === 0) return;
  const states = await readStates(tx, urns);
  const missing = urns.filter((urn) => !states.has(urn) && !isReservedUser(urn));
  if (missing.length === 0) return;
  await lockAccess(tx);
  await ensureUsers(tx, missing, time, actor);
}

/** Returns the states of those URNs that are users, within a transaction. */
export async function readStates(
  tx: Transaction,
  urns: readonly string[],
): Promise<ReadonlyMap<string, UserState>> {
  const rows = await tx.query<Pick<CallerRow, 'urn' | 'state'>>(
    'SELECT urn, state FROM users WHERE urn = ANY($1::text[])',
    [urns],
  );
  return new Map(rows.map(({ urn, state }) => [urn, state]));
}

export interface UserRow extends UserInfo {
  readonly urn: string;
  readonly state: UserState;
  /** The state without the removal by the aspect `status`; null for a user that is not removed by it. */
  readonly restoredState: WrittenState | null;
}

/** Returns the rows to write: new users, and those with another state or other texts. @throws BAD_REQUEST for a reserved URN */
export async function changedUsers(tx: Transaction, users: readonly UserWrite[]): Promise<UserRow[]> {
  if (users.length === 0) return [];
  const found = await tx.query<UserRow>(
    `SELECT urn, state, restored_state AS "restoredState", display_name AS "displayName", full_name AS "fullName", title,
            email
       FROM users WHERE urn = ANY($1::text[])`,
    [users.map(({ urn }) => urn)],
  );
  const rows = new Map(found.map((row) => [row.urn, row]));
  return users.flatMap(({ urn, state, info }): UserRow | [] => {
    const before = rows.get(urn);
    if (!before) rejectReservedUser(urn);
    if (!before) return { urn, state: state ?? 'ACTIVE', restoredState: null, ...(info ?? noInfo) };
    // Only the aspect status brings back a user that it has removed, and nothing that is written another removed user.
    const isRemoved = before.state === 'REMOVED' || before.restoredState !== null;
    const after = {
      ...before,
      ...info,
      state: isRemoved ? before.state : (state ?? before.state),
      restoredState: before.restoredState && (state ?? before.restoredState),
    };
    return isEqual(before, after) ? [] : after;
  });
}

const noInfo = { displayName: null, fullName: null, title: null, email: null };

export const upsertUsers = (tx: Transaction, users: readonly UserRow[], { time, actor }: AuditStamp) =>
  inChunks(
    users,
    ({ urn, displayName, fullName, title, email }) => sumLengths(urn, displayName, fullName, title, email),
    (chunk) =>
      tx.query(
        `INSERT INTO users (urn, state, restored_state, display_name, full_name, title, email, created_at, created_by)
         SELECT urn, state::"UserState", restored::"UserState", display, full_name, title, email, $8::bigint, $9
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
             AS input(urn, state, restored, display, full_name, title, email)
          ORDER BY urn COLLATE "C"
         ON CONFLICT (urn) DO UPDATE SET state = excluded.state, restored_state = excluded.restored_state,
           display_name = excluded.display_name,
           full_name = excluded.full_name, title = excluded.title, email = excluded.email`,
        [
          ...columns(chunk, 'urn', 'state', 'restoredState', 'displayName', 'fullName', 'title', 'email'),
          time,
          actor,
        ],
      ),
  );
