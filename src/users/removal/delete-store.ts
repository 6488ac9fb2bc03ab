import { lockAccess, lockUsers } from '../../aspects/lock-store.js';
import type { AuditEvent } from '../../audit/event.js';
import { recordAudit } from '../../audit/store.js';
import type { Requester } from '../../core/actor.js';
import { getEntityType } from '../../core/urn.js';
import type { Transaction } from '../../db/query.js';
import { policyUrn } from '../../policies/row.js';
import { deleteMembers, deleteTokens, endChanges, partSize, recordRemover } from './access-change-store.js';
import { warnOfTokens } from './held-tokens.js';
import { warnOfWebhooks } from './withdrawal-store.js';

/**
 * Deletes users and groups whose entities are locked, with their memberships, their entries in policies, and the tokens
 * that act as the users or whose texts the users know because they have created or rotated them. A new user or group
 * with the same URN has none of these. Of many tokens and members, the background work deletes the rest
 * (access-change-store.ts). The webhooks of the users lose their owner, and are paused until a manager takes them over.
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
  await warnOfWebhooks(tx, requester, users, 'Paused until a manager takes them over');
  await tx.query('DELETE FROM users WHERE urn = ANY($1::text[])', [users]);
  await tx.query('DELETE FROM groups WHERE urn = ANY($1::text[])', [groups]);
  // From here on, no reader sees tokens and members of theirs, however many there are.
  const policies = await removeFromPolicies(tx, users, groups);
  const changes = await recordRemover(tx, [...users, ...groups], requester);
  const [tokens, members] = [
    await deleteTokens(tx, changes, partSize),
    await deleteMembers(tx, changes, partSize),
  ];
  if (tokens.isComplete && members.isComplete) await endChanges(tx, changes);
  const gone = new Set(users);
  const ofOthers = tokens.liveTokens.filter(({ actorUrn }) => !gone.has(actorUrn));
  warnOfTokens(requester, users, ofOthers, 'Ended', !tokens.isComplete);
  await recordAudit(tx, requester, [...members.events, ...tokens.events, ...policies]);
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
