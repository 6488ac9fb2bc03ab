import type { AuditEvent } from '../../audit/event.js';
import { recordAudit } from '../../audit/store.js';
import type { Requester } from '../../core/actor.js';
import { entityTypeOf, tokenUrn } from '../../core/urn.js';
import type { Transaction } from '../../db/query.js';
import { lockAccess, lockUsers } from '../lock-store.js';
import { policyUrn } from '../policies/row.js';
import { type Held, warnOfTokens } from './held-tokens.js';

/**
 * Deletes users and groups whose entities are locked: with the tokens that act as the users or whose texts they know,
 * because they have created or rotated them, with memberships, and out of the policies. The same URN made again has
 * none of it.
 */
export async function deletePeople(
  tx: Transaction,
  requester: Requester,
  urns: readonly string[],
): Promise<void> {
  const users = urns.filter((urn) => entityTypeOf(urn) === 'corpuser');
  const groups = urns.filter((urn) => entityTypeOf(urn) === 'corpGroup');
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
  const policies: AuditEvent[] = [];
  if (found!.isNamed) {
    const changed = await tx.query<{ id: string }>(
      `UPDATE policies SET users = ${others('users', '$1::text[]')}, groups = ${others('groups', '$2::text[]')}
        WHERE ${named} RETURNING id`,
      [users, groups],
    );
    const detail = { removed: [...users, ...groups] };
    for (const { id } of changed)
      policies.push({ type: 'UpdatePolicyEvent', subject: policyUrn(id), detail });
  }
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
