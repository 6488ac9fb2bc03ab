import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { tokenUrn } from '../core/urn.js';
import { inChunks, lengthOf } from '../db/chunks.js';
import type { Query, Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { lockAccess, lockUsers } from './lock-store.js';
import type { GroupWrite, MembershipWrite, People, UserWrite } from './people.js';

export type UserState = 'ACTIVE' | 'SUSPENDED' | 'REMOVED';

interface UserRow {
  readonly urn: string;
  readonly state: UserState;
  readonly displayName: string | null;
  readonly fullName: string | null;
  readonly title: string | null;
  readonly email: string | null;
}

interface GroupRow {
  readonly urn: string;
  readonly name: string | null;
  readonly description: string | null;
}

interface MembershipRow {
  readonly userUrn: string;
  readonly native: boolean;
  readonly groups: readonly string[];
}

/**
 * Writes users, groups and members whose entities are locked. Directories send all of them again and again: without a
 * change, nothing is locked and written.
 */
export async function writePeople(
  tx: Transaction,
  { users, groups, memberships }: People,
  audit: AuditStamp,
): Promise<void> {
  const changed = {
    users: await changedUsers(tx, users),
    groups: await changedGroups(tx, groups),
    memberships: await changedMemberships(tx, memberships),
  };
  if (changed.users.length + changed.groups.length + changed.memberships.length === 0) return;
  await lockAccess(tx);
  await upsertUsers(tx, changed.users, audit);
  await upsertGroups(tx, changed.groups, audit);
  await replaceMemberships(tx, changed.memberships, audit);
}

const urnsOf = (rows: readonly { readonly urn: string }[]) => rows.map(({ urn }) => urn);

/** Returns the rows to write: new users, and those with another state or other texts. */
async function changedUsers(tx: Transaction, users: readonly UserWrite[]): Promise<UserRow[]> {
  if (users.length === 0) return [];
  const found = await tx.query<UserRow>(
    `SELECT urn, state, display_name AS "displayName", full_name AS "fullName", title, email
       FROM users WHERE urn = ANY($1::text[])`,
    [urnsOf(users)],
  );
  const rows = new Map(found.map((row) => [row.urn, row]));
  return users.flatMap(({ urn, state, info }): UserRow | [] => {
    const before = rows.get(urn);
    if (!before) return { urn, state: state ?? 'ACTIVE', ...(info ?? noInfo) };
    // Nothing that is written about a removed user brings the user back.
    const kept: UserState = before.state === 'REMOVED' ? 'REMOVED' : (state ?? before.state);
    const after = { ...before, ...info, state: kept };
    return isEqual(before, after) ? [] : after;
  });
}

const noInfo = { displayName: null, fullName: null, title: null, email: null };

async function changedGroups(tx: Transaction, groups: readonly GroupWrite[]): Promise<GroupRow[]> {
  if (groups.length === 0) return [];
  const found = await tx.query<GroupRow>(
    'SELECT urn, name, description FROM groups WHERE urn = ANY($1::text[])',
    [urnsOf(groups)],
  );
  const rows = new Map(found.map((row) => [row.urn, row]));
  return groups.flatMap(({ urn, info }): GroupRow | [] => {
    const before = rows.get(urn);
    const after = { ...(before ?? { urn, name: null, description: null }), ...info };
    return before && isEqual(before, after) ? [] : after;
  });
}

const isEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

async function changedMemberships(
  tx: Transaction,
  memberships: readonly MembershipWrite[],
): Promise<MembershipRow[]> {
  const before = await membershipsOf(
    tx,
    memberships.map(({ userUrn }) => userUrn),
  );
  return memberships.filter(
    ({ userUrn, native, groups }) =>
      !isEqual(before.get(userUrn)?.[native ? 'native' : 'other'] ?? [], groups),
  );
}

/** The groups of a user, in their order: those that the catalog keeps, and those of a directory. */
export interface Memberships {
  readonly native: string[];
  readonly other: string[];
}

/** Returns the groups of users that are in any. */
export async function membershipsOf(
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

const upsertUsers = (tx: Transaction, users: readonly UserRow[], { time, actor }: AuditStamp) =>
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

const upsertGroups = (tx: Transaction, groups: readonly GroupRow[], { time, actor }: AuditStamp) =>
  inChunks(
    groups,
    ({ urn, name, description }) => lengthOf(urn, name, description),
    (chunk) =>
      tx.query(
        `INSERT INTO groups (urn, name, description, created_at, created_by)
         SELECT urn, name, description, $4::bigint, $5
           FROM unnest($1::text[], $2::text[], $3::text[]) AS input(urn, name, description)
         ON CONFLICT (urn) DO UPDATE SET name = excluded.name, description = excluded.description`,
        [...columns(chunk, 'urn', 'name', 'description'), time, actor],
      ),
  );

/** Rows are written in the order of the groups, which is that of their positions. */
async function replaceMemberships(
  tx: Transaction,
  memberships: readonly MembershipRow[],
  { time, actor }: AuditStamp,
): Promise<void> {
  if (memberships.length === 0) return;
  const [last] = await tx.query<{ position: number }>(
    `SELECT nextval(pg_get_serial_sequence('group_members', 'position')) AS position`,
  );
  const members = memberships.flatMap(({ userUrn, native, groups }) =>
    groups.map((groupUrn) => ({ userUrn, groupUrn, native })),
  );
  await inChunks(
    members,
    ({ userUrn, groupUrn }) => lengthOf(userUrn, groupUrn),
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
    `DELETE FROM group_members m USING unnest($1::text[], $2::boolean[]) AS input(user_urn, native)
      WHERE (m.user_urn, m.native) = (input.user_urn, input.native) AND m.position <= $3`,
    [...columns(memberships, 'userUrn', 'native'), last!.position],
  );
}

/** Clears what deleted aspects said. A user and a group without properties are still there, with their state. */
export async function clearPeople(
  tx: Transaction,
  keys: readonly { readonly urn: string; readonly name: string }[],
): Promise<void> {
  const of = (prefix: string, aspect: string) =>
    keys.filter(({ urn, name }) => name === aspect && urn.startsWith(prefix)).map(({ urn }) => urn);
  const infos = of('urn:li:corpuser:', 'corpUserInfo');
  const groups = of('urn:li:corpGroup:', 'corpGroupInfo');
  const [native, other] = ['nativeGroupMembership', 'groupMembership'].map((name) =>
    of('urn:li:corpuser:', name),
  );
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

/**
 * Deletes users and groups whose entities are locked: with the tokens that act as the users or that they have created,
 * with memberships, and out of the policies. The same URN made again has none of it.
 */
export async function deletePeople(
  tx: Transaction,
  requester: Requester,
  urns: readonly string[],
): Promise<void> {
  const users = urns.filter((urn) => urn.startsWith('urn:li:corpuser:'));
  const groups = urns.filter((urn) => urn.startsWith('urn:li:corpGroup:'));
  if (users.length + groups.length === 0) return;
  await lockAccess(tx);
  await lockUsers(tx, users);
  const tokens = await tx.query<{ id: string; actorUrn: string }>(
    `SELECT id, actor_urn AS "actorUrn" FROM access_tokens
      WHERE (actor_urn = ANY($1::text[]) OR owner_urn = ANY($1::text[])) AND revoked_at IS NULL`,
    [users],
  );
  await tx.query('DELETE FROM users WHERE urn = ANY($1::text[])', [users]);
  await tx.query('DELETE FROM groups WHERE urn = ANY($1::text[])', [groups]);
  await tx.query(
    `DELETE FROM entity_references WHERE target = ANY($1::text[])
        AND relationship IN ('IsMemberOfGroup', 'IsMemberOfNativeGroup')`,
    [groups],
  );
  const others = (column: string, gone: string) => `
    ARRAY(SELECT urn FROM unnest(${column}) WITH ORDINALITY AS actor(urn, position)
           WHERE NOT EXISTS (SELECT FROM unnest(${gone}) AS gone(urn) WHERE gone.urn = actor.urn) ORDER BY position)`;
  const named = 'users && $1::text[] OR groups && $2::text[]';
  // The version of the policies rises with every UPDATE, also of no row.
  const [found] = await tx.query<{ isNamed: boolean }>(
    `SELECT EXISTS (SELECT FROM policies WHERE ${named}) AS "isNamed"`,
    [users, groups],
  );
  if (found!.isNamed) {
    await tx.query(
      `UPDATE policies SET users = ${others('users', '$1::text[]')}, groups = ${others('groups', '$2::text[]')}
        WHERE ${named}`,
      [users, groups],
    );
  }
  await recordAudit(
    tx,
    requester,
    tokens.map(({ id, actorUrn }) => ({ type: 'RevokeAccessTokenEvent', subject: tokenUrn(id), actorUrn })),
  );
}

/** Counts the aspects that earlier versions kept without effect. Reads the whole table. */
export async function countInert(query: Query): Promise<number> {
  const [counted] = await query<{ aspects: number }>(`SELECT count(*) AS aspects FROM aspects WHERE inert`);
  return counted!.aspects;
}
