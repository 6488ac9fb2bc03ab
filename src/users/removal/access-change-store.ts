import { lockAccess } from '../../aspects/lock-store.js';
import type { AuditEvent } from '../../audit/event.js';
import { recordAudit } from '../../audit/store.js';
import { operator, type Requester } from '../../core/actor.js';
import { getEntityType, tokenUrn } from '../../core/urn.js';
import type { Database } from '../../db/database.js';
import type { Transaction } from '../../db/query.js';
import { transaction } from '../../db/transaction.js';
import type { Held } from './held-tokens.js';
import { now, restoreTokens, tokenEvent, withdrawTokens } from './withdrawal-store.js';

/** Tokens or members that one transaction changes. It takes some tens of milliseconds. */
export const partSize = 500;

type Kind = 'REMOVED' | 'SUSPENDED' | 'ACTIVATED';

/** A change that is complete for callers, and whose tokens or members follow in the background. */
interface AccessChange {
  readonly id: number;
  readonly urn: string;
  readonly kind: Kind;
  readonly requester: Requester | null;
}

const toStored = ({ urn, origin }: Requester) => JSON.stringify({ urn, origin });

/** Names who has removed users and groups, in the transaction that has deleted their rows. @returns the ids of the changes */
export async function recordRemover(
  tx: Transaction,
  urns: readonly string[],
  requester: Requester,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `UPDATE access_changes SET requester = $2::json
      WHERE urn = ANY($1::text[]) AND kind = 'REMOVED' AND requester IS NULL RETURNING id`,
    [urns, toStored(requester)],
  );
  return rows.map(({ id }) => id);
}

/** Ends what an earlier change of the users' state has left to do. */
export const endStateChanges = (tx: Transaction, users: readonly string[]): Promise<unknown> =>
  tx.query(`DELETE FROM access_changes WHERE urn = ANY($1::text[]) AND kind <> 'REMOVED'`, [users]);

/** Leaves the other tokens of suspended or activated users to the background. Those of suspended users are refused from now on. */
export const continueLater = (
  tx: Transaction,
  kind: Exclude<Kind, 'REMOVED'>,
  users: readonly string[],
  requester: Requester,
): Promise<unknown> =>
  tx.query(
    `INSERT INTO access_changes (urn, kind, since, requester)
     SELECT unnest($1::text[]), $2::"AccessChangeKind", ${now}, $3::json`,
    [users, kind, toStored(requester)],
  );

export const endChanges = (tx: Transaction, ids: readonly number[]): Promise<unknown> =>
  tx.query('DELETE FROM access_changes WHERE id = ANY($1::bigint[])', [ids]);

/** SQL: when the first change waits to be finished. */
export const changesWait = 'SELECT 0 FROM access_changes LIMIT 1';

/**
 * Does the next part of the first change that is not finished. Nothing that a caller may do changes, so it needs no
 * rights. Of several processes, one does this at a time; one that is killed has done its last part.
 *
 * @returns whether there may be more
 */
export async function finishNext(db: Database, size = partSize): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [lock] = await tx.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('catalog.access.finish')) AS locked`,
    );
    if (!lock!.locked) return false;
    // A change of the same user or group comes before or after this part.
    await lockAccess(tx);
    const [change] = await tx.query<AccessChange>(
      'SELECT id, urn, kind, requester FROM access_changes ORDER BY id LIMIT 1',
    );
    if (!change) return false;
    const { events, isComplete } = await doPart(tx, change, size);
    if (isComplete) await endChanges(tx, [change.id]);
    await recordAudit(tx, change.requester ?? operator, events);
    return true;
  });
}

async function doPart(tx: Transaction, { id, urn, kind }: AccessChange, size: number) {
  if (kind === 'REMOVED')
    return (getEntityType(urn) === 'corpGroup' ? deleteMembers : deleteTokens)(tx, [id], size);
  const [tokens, type] =
    kind === 'SUSPENDED'
      ? [await withdrawTokens(tx, [urn], size), 'WithdrawAccessTokenEvent' as const]
      : [await restoreTokens(tx, [urn], size), 'RestoreAccessTokenEvent' as const];
  return { events: tokens.map((token) => tokenEvent(type, token)), isComplete: tokens.length < size };
}

/** The first of what removed users or groups still have, deleted. */
export interface DeletedPart {
  readonly events: readonly AuditEvent[];
  /** The deleted tokens that were live. */
  readonly liveTokens: readonly Held[];
  readonly isComplete: boolean;
}

interface DeletedToken extends Held {
  readonly id: string;
  readonly name: string;
  readonly isRevoked: boolean;
  readonly isLive: boolean;
}

const foundTokens = (holder: 'actor_urn' | 'owner_urn' | 'rotated_by') =>
  `(SELECT id FROM stored_access_tokens WHERE ${holder} = c.urn AND position <= c.tokens_to LIMIT $2::int)`;

/**
 * Deletes tokens that act as removed users or whose texts they know, because they have created or rotated them.
 *
 * @param ids of rows of `access_changes`
 * @param limit the number of tokens; one that several of the users hold can count several times
 */
export async function deleteTokens(
  tx: Transaction,
  ids: readonly number[],
  limit: number,
): Promise<DeletedPart> {
  const [part] = await tx.query<{ found: number; tokens: readonly DeletedToken[] }>(
    `WITH found AS MATERIALIZED (
       SELECT t.id FROM access_changes c CROSS JOIN LATERAL (
         ${foundTokens('actor_urn')} UNION ALL ${foundTokens('owner_urn')} UNION ALL ${foundTokens('rotated_by')}) t
        WHERE c.id = ANY($1::bigint[]) LIMIT $2::int
     ), gone AS (
       DELETE FROM stored_access_tokens WHERE id IN (SELECT id FROM found)
       RETURNING id, name, actor_urn AS "actorUrn", owner_urn AS "ownerUrn", rotated_by AS "rotatedBy",
                 revoked_at IS NOT NULL AS "isRevoked",
                 revoked_at IS NULL AND coalesce(expires_at > (extract(epoch FROM now()) * 1000)::bigint, true) AS "isLive"
     )
     SELECT (SELECT count(*) FROM found) AS found, (SELECT coalesce(json_agg(g), '[]') FROM gone g) AS tokens`,
    [ids, limit],
  );
  const { found, tokens } = part!;
  const events = tokens
    .filter(({ isRevoked }) => !isRevoked)
    .map(
      ({ id, actorUrn, name, ownerUrn }): AuditEvent => ({
        type: 'RevokeAccessTokenEvent',
        subject: tokenUrn(id),
        actorUrn,
        detail: { name, ownerUrn },
      }),
    );
  return { events, liveTokens: tokens.filter(({ isLive }) => isLive), isComplete: found < limit };
}

/**
 * Deletes members of removed groups, and the references of their memberships. Called after `lockAccess`, so that nobody
 * adds one of them to a new group with the same URN.
 *
 * @param ids of rows of `access_changes`
 */
export async function deleteMembers(
  tx: Transaction,
  ids: readonly number[],
  limit: number,
): Promise<DeletedPart> {
  const rows = await tx.query<{ group: string; members: readonly string[]; found: number }>(
    `WITH found AS MATERIALIZED (
       SELECT m.* FROM access_changes c CROSS JOIN LATERAL (
         SELECT user_urn, group_urn, native FROM stored_group_members
          WHERE group_urn = c.urn AND position <= c.members_to ORDER BY user_urn LIMIT $2::int) m
        WHERE c.id = ANY($1::bigint[]) LIMIT $2::int
     ), gone AS (
       DELETE FROM stored_group_members s USING found f
        WHERE (s.user_urn, s.group_urn, s.native) = (f.user_urn, f.group_urn, f.native)
     ), unreferenced AS (
       DELETE FROM entity_references r USING found f
        WHERE r.target = f.group_urn AND r.source = f.user_urn
          AND r.relationship = CASE WHEN f.native THEN 'IsMemberOfNativeGroup' ELSE 'IsMemberOfGroup' END
     )
     SELECT group_urn AS "group", count(*) AS found,
            array_agg(DISTINCT user_urn) AS members FROM found GROUP BY group_urn ORDER BY 1`,
    [ids, limit],
  );
  const events = rows.map(
    ({ group, members }): AuditEvent => ({
      type: 'RemoveGroupMemberEvent',
      subject: group,
      detail: { members },
    }),
  );
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  return { events, liveTokens: [], isComplete: found < limit };
}
