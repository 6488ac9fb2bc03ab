import type { AuditStamp } from '../core/clock.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { inChunks, lengthOf } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { isEqual, type UserInfo, type UserState, type UserWrite } from './people.js';

export interface UserRow extends UserInfo {
  readonly urn: string;
  readonly state: UserState;
}

/** Returns the rows to write: new users, and those with another state or other texts. @throws BAD_REQUEST for a reserved URN */
export async function changedUsers(tx: Transaction, users: readonly UserWrite[]): Promise<UserRow[]> {
  if (users.length === 0) return [];
  const found = await tx.query<UserRow>(
    `SELECT urn, state, display_name AS "displayName", full_name AS "fullName", title, email
       FROM users WHERE urn = ANY($1::text[])`,
    [users.map(({ urn }) => urn)],
  );
  const rows = new Map(found.map((row) => [row.urn, row]));
  return users.flatMap(({ urn, state, info }): UserRow | [] => {
    const before = rows.get(urn);
    if (!before) rejectReservedUser(urn);
    if (!before) return { urn, state: state ?? 'ACTIVE', ...(info ?? noInfo) };
    // Nothing that is written about a removed user brings the user back.
    const kept: UserState = before.state === 'REMOVED' ? 'REMOVED' : (state ?? before.state);
    const after = { ...before, ...info, state: kept };
    return isEqual(before, after) ? [] : after;
  });
}

const noInfo = { displayName: null, fullName: null, title: null, email: null };

export const upsertUsers = (tx: Transaction, users: readonly UserRow[], { time, actor }: AuditStamp) =>
  inChunks(
    users,
    ({ urn, displayName, fullName, title, email }) => lengthOf(urn, displayName, fullName, title, email),
    (chunk) =>
      tx.query(
        `INSERT INTO users (urn, state, display_name, full_name, title, email, created_at, created_by)
         SELECT urn, state::"UserState", display, full_name, title, email, $7::bigint, $8
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
             AS input(urn, state, display, full_name, title, email)
          ORDER BY urn COLLATE "C"
         ON CONFLICT (urn) DO UPDATE SET state = excluded.state, display_name = excluded.display_name,
           full_name = excluded.full_name, title = excluded.title, email = excluded.email`,
        [...columns(chunk, 'urn', 'state', 'displayName', 'fullName', 'title', 'email'), time, actor],
      ),
  );
