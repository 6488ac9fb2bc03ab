import { lockAccess, lockUsers } from '../aspects/lock-store.js';
import type { AuditEvent } from '../audit/event.js';
import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { getEntityType, tokenUrn } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { policyUrn } from '../policies/row.js';
import { type Held, warnOfTokens } from './held-tokens.js';

/**
 * Deletes users and groups whose entities are locked, with their memberships, their entries in policies, and the tokens
 * that act as the users or whose texts the users know because they have created or rotated them. A new user or group
 * with the same URN has none of these.
 */
export async function deletePeople(
  tx: Transaction,
  requester: Requester,
  urns: readonly string[],
): Promise<void> {
  const users = urns.filter((urn) => getEntityType(urn) === 'corpuser');
  const groups = urns.filter((urn) => getEntityType(urn) === 'corpGroup');
  if (users.length + groups.length === 0) return;
  await lockAccess(tx);
  await lockUsers(tx, users);
  const tokens = await tx.query<Held & { id: string; name: string; isLive: boolean }>(
    `SELECT id, actor_urn AS "actorUrn", name, owner_urn AS "ownerUrn", rotated_by AS "rotatedBy",
            coalesce(expires_at > (extract(epoch FROM now()) * 1000)::bigint, true) AS "isLive"
       FROM access_tokens
      WHERE (actor_urn = ANY($1::text[]) OR owner_urn = ANY($1::text[]) OR rotated_by = ANY($1::text[]))
        AND revoked_at IS NULL`,
    [users],
  );
  await recordMembers(tx, requester, groups, users);
  await tx.query('DELETE FROM users WHERE urn = ANY($1::text[])', [users]);
  await tx.query('DELETE FROM groups WHERE urn = ANY($1::text[])', [groups]);
  await tx.query(
    `DELETE FROM entity_references WHERE target = ANY($1::text[])
        AND relationship IN ('IsMemberOfGroup', 'IsMemberOfNativeGroup')`,
    [groups],
  );
  const policies = await removeFromPolicies(tx, users, groups);
  const revoked = tokens.map(
    ({ id, actorUrn, name, ownerUrn }): AuditEvent => ({
      type: 'RevokeAccessTokenEvent',
      subject: tokenUrn(id),
      actorUrn,
      detail: { name, ownerUrn },
    }),
  );
  const gone = new Set(users);
  const ofOthers = tokens.filter(({ isLive, actorUrn }) => isLive && !gone.has(actorUrn));
  warnOfTokens(requester, users, ofOthers, 'Ended');
  await recordAudit(tx, requester, [...revoked, ...policies]);
}

/** Removes users and groups from the policies that name them. */
async function removeFromPolicies(
  tx: Transaction,
  users: readonly string[],
  groups: readonly string[],
): Promise<AuditEvent[]> {
  const those = (column: string, gone: string, isGone: boolean) => `
    ARRAY(SELECT urn FROM unnest(${column}) WITH ORDINALITY AS actor(urn, position)
           WHERE ${isGone ? '' : 'NOT '}EXISTS (SELECT FROM unnest(${gone}) AS gone(urn) WHERE gone.urn = actor.urn)
           ORDER BY position)`;
  const named = 'users && $1::text[] OR groups && $2::text[]';
  const changes = await tx.query<{ id: string; usersRemoved: string[]; groupsRemoved: string[] }>(
    `SELECT id, ${those('users', '$1::text[]', true)} AS "usersRemoved",
            ${those('groups', '$2::text[]', true)} AS "groupsRemoved"
       FROM policies WHERE ${named}`,
    [users, groups],
  );
  // The version of the policies rises with every UPDATE, also of no row.
  if (changes.length === 0) return [];
  await tx.query(
    `UPDATE policies SET users = ${those('users', '$1::text[]', false)}, groups = ${those('groups', '$2::text[]', false)}
      WHERE ${named}`,
    [users, groups],
  );
  return changes.map(({ id, ...detail }) => ({ type: 'UpdatePolicyEvent', subject: policyUrn(id), detail }));
}

const membersPerPage = 1_000;

/**
 * Records the members of groups that are about to be deleted, in pages, because a group can have a million. A deleted
 * member has events of its own.
 */
async function recordMembers(
  tx: Transaction,
  requester: Requester,
  groups: readonly string[],
  deletedUsers: readonly string[],
): Promise<void> {
  let last = { group: '', member: '' };
  for (let count = groups.length > 0 ? membersPerPage : 0; count === membersPerPage; ) {
    const page = await tx.query<typeof last>(
      `SELECT DISTINCT group_urn AS "group", user_urn AS member FROM group_members
        WHERE group_urn = ANY($1::text[]) AND user_urn <> ALL($2::text[]) AND (group_urn, user_urn) > ($3, $4)
        ORDER BY 1, 2 LIMIT ${membersPerPage}`,
      [groups, deletedUsers, last.group, last.member],
    );
    const byGroup = new Map<string, string[]>();
    for (const { group, member } of page) {
      const members = byGroup.get(group);
      if (members) members.push(member);
      else byGroup.set(group, [member]);
    }
    await recordAudit(
      tx,
      requester,
      [...byGroup].map(([subject, members]) => ({
        type: 'RemoveGroupMemberEvent',
        subject,
        detail: { members },
      })),
    );
    last = page.at(-1) ?? last;
    count = page.length;
  }
}
