import type { AuditEvent } from '../audit/event.js';
import { tokenUrn } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import type { Held } from './held-tokens.js';

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
