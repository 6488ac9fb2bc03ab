import type { AuditStamp } from '../core/clock.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { isEqual, type MembershipWrite } from './people-model.js';

/** The groups of a user, in their order: those that administrators maintain, and those of a directory. */
export interface Memberships {
  readonly native: string[];
  readonly other: string[];
}

/** Returns the groups of users that are in any. */
export async function readMemberships(
  tx: Transaction,
  users: readonly string[],
): Promise<ReadonlyMap<string, Memberships>> {
  const found = new Map<string, Memberships>();
  if (users.length === 0) return found;
  const rows = await tx.query<{ user: string; group: string; native: boolean }>(
    `SELECT user_urn AS "user", group_urn AS "group", native FROM group_members
      WHERE user_urn = ANY($1::text[]) ORDER BY position`,
    [users],
  );
  for (const { user, group, native } of rows) {
    const groups = found.get(user) ?? { native: [], other: [] };
    found.set(user, groups);
    groups[native ? 'native' : 'other'].push(group);
  }
  return found;
}

/** Returns those that the user does not have as they are. */
export async function changedMemberships(
  tx: Transaction,
  memberships: readonly MembershipWrite[],
): Promise<MembershipWrite[]> {
  const before = await readMemberships(
    tx,
    memberships.map(({ userUrn }) => userUrn),
  );
  return memberships.filter(
    ({ userUrn, native, groups }) =>
      !isEqual(before.get(userUrn)?.[native ? 'native' : 'other'] ?? [], groups),
  );
}

/** Rows are written in the order of the groups, which is that of their positions. */
export async function replaceMemberships(
  tx: Transaction,
  memberships: readonly MembershipWrite[],
  { time, actor }: AuditStamp,
): Promise<void> {
  if (memberships.length === 0) return;
  const [last] = await tx.query<{ position: number }>(
    `SELECT nextval(pg_get_serial_sequence('stored_group_members', 'position')) AS position`,
  );
  const members = memberships.flatMap(({ userUrn, native, groups }) =>
    groups.map((groupUrn) => ({ userUrn, groupUrn, native })),
  );
  await inChunks(
    members,
    ({ userUrn, groupUrn }) => sumLengths(userUrn, groupUrn),
    (chunk) =>
      tx.query(
        `INSERT INTO group_members (user_urn, group_urn, native, created_at, created_by)
         SELECT user_urn, group_urn, native, $4::bigint, $5
           FROM unnest($1::text[], $2::text[], $3::boolean[])
                WITH ORDINALITY AS input(user_urn, group_urn, native, ordinal)
          ORDER BY ordinal
         ON CONFLICT (user_urn, group_urn, native) DO UPDATE SET position = excluded.position`,
        [...columns(chunk, 'userUrn', 'groupUrn', 'native'), time, actor],
      ),
  );
  await tx.query(
    `DELETE FROM group_members m WHERE user_urn = ANY($1::text[]) AND position <= $3
        AND (user_urn, native) IN (SELECT * FROM unnest($1::text[], $2::boolean[]))`,
    [...columns(memberships, 'userUrn', 'native'), last!.position],
  );
}
