import type { AspectKey } from '../aspects/aspect.js';
import { lockAccess } from '../aspects/lock-store.js';
import type { AuditStamp } from '../core/clock.js';
import { getEntityType } from '../core/urn.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import {
  type GroupInfo,
  type GroupWrite,
  isEqual,
  type MembershipWrite,
  type People,
} from './people-model.js';
import { changedUsers, upsertUsers } from './user-store.js';

/**
 * Writes users, groups and members whose entities are locked. Directories send all of them again and again: without a
 * change, nothing is locked and written.
 *
 * @returns the groups that were created or changed
 */
export async function writePeople(
  tx: Transaction,
  { users, groups, memberships }: People,
  audit: AuditStamp,
): Promise<readonly string[]> {
  const changed = {
    users: await changedUsers(tx, users),
    groups: await changedGroups(tx, groups),
    memberships: await changedMemberships(tx, memberships),
  };
  if (changed.users.length + changed.groups.length + changed.memberships.length === 0) return [];
  await lockAccess(tx);
  await upsertUsers(tx, changed.users, audit);
  await upsertGroups(tx, changed.groups, audit);
  await replaceMemberships(tx, changed.memberships, audit);
  return changed.groups.map(({ urn }) => urn);
}

/** Clears the values of deleted aspects. A user or group without properties still exists, with its state. */
export async function clearPeople(tx: Transaction, keys: readonly AspectKey[]): Promise<void> {
  const of = (type: string, aspect: string) =>
    keys.filter(({ urn, name }) => name === aspect && getEntityType(urn) === type).map(({ urn }) => urn);
  const infos = of('corpuser', 'corpUserInfo');
  const groups = of('corpGroup', 'corpGroupInfo');
  const [native, other] = ['nativeGroupMembership', 'groupMembership'].map((name) => of('corpuser', name));
  if (infos.length + groups.length + native!.length + other!.length === 0) return;
  await lockAccess(tx);
  await tx.query(
    `UPDATE users SET display_name = NULL, full_name = NULL, title = NULL, email = NULL WHERE urn = ANY($1::text[])`,
    [infos],
  );
  await tx.query('UPDATE groups SET name = NULL, description = NULL WHERE urn = ANY($1::text[])', [groups]);
  await tx.query(
    `DELETE FROM group_members WHERE (user_urn = ANY($1::text[]) AND native) OR (user_urn = ANY($2::text[]) AND NOT native)`,
    [native, other],
  );
}

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
async function changedMemberships(
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
async function replaceMemberships(
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

export interface GroupRow extends GroupInfo {
  readonly urn: string;
}

/** Returns the rows to write: new groups, and those with other texts. */
async function changedGroups(tx: Transaction, groups: readonly GroupWrite[]): Promise<GroupRow[]> {
  if (groups.length === 0) return [];
  const found = await tx.query<GroupRow>(
    'SELECT urn, name, description FROM groups WHERE urn = ANY($1::text[])',
    [groups.map(({ urn }) => urn)],
  );
  const rows = new Map(found.map((row) => [row.urn, row]));
  return groups.flatMap(({ urn, info }): GroupRow | [] => {
    const before = rows.get(urn);
    const after = { ...(before ?? { urn, name: null, description: null }), ...info };
    return before && isEqual(before, after) ? [] : after;
  });
}

const upsertGroups = (tx: Transaction, groups: readonly GroupRow[], { time, actor }: AuditStamp) =>
  inChunks(
    groups,
    ({ urn, name, description }) => sumLengths(urn, name, description),
    (chunk) =>
      tx.query(
        // The aspect `status` can be older than the group.
        `INSERT INTO groups (urn, name, description, created_at, created_by, removed)
         SELECT urn, name, description, $4::bigint, $5,
                EXISTS (SELECT FROM aspects s WHERE s.urn = input.urn AND s.name = 'status' AND s.body->>'removed' = 'true')
           FROM unnest($1::text[], $2::text[], $3::text[]) AS input(urn, name, description)
         ON CONFLICT (urn) DO UPDATE SET name = excluded.name, description = excluded.description`,
        [...columns(chunk, 'urn', 'name', 'description'), time, actor],
      ),
  );

/** Returns those of the groups that exist, within a transaction. */
export async function existingGroups(tx: Transaction, urns: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ urn: string }>('SELECT urn FROM groups WHERE urn = ANY($1::text[])', [urns]);
  return rows.map(({ urn }) => urn);
}
