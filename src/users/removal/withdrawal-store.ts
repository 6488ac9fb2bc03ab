import type { AuditEvent } from '../../audit/event.js';
import type { Requester } from '../../core/actor.js';
import { tokenUrn } from '../../core/urn.js';
import { warn } from '../../core/warn.js';
import type { Transaction } from '../../db/query.js';
import type { Held } from './held-tokens.js';

/** SQL of the columns of a `HeldToken`. */
export const heldColumns = `id, name, actor_urn AS "actorUrn", owner_urn AS "ownerUrn", rotated_by AS "rotatedBy"`;

/**
 * SQL of the condition that users own a token for another user, or have rotated it for one. A rotation does not set
 * rotated_by if the user is the token's actor or owner.
 *
 * @param users SQL of type text[]
 */
export const heldForOthers = (users: string): string =>
  `((owner_urn = ANY(${users}) AND owner_urn <> actor_urn) OR rotated_by = ANY(${users}))`;

/** SQL of the users because of whom a withdrawn token stays withdrawn. @param token its alias */
export const suspendedHolders = (token: string): string =>
  `SELECT u.urn FROM users u WHERE u.urn IN (${token}.owner_urn, ${token}.rotated_by)
      AND u.urn <> ${token}.actor_urn AND u.state <> 'ACTIVE'`;

/** SQL of the clock of the database, in ms since the epoch. */
export const now = '(extract(epoch FROM now()) * 1000)::bigint';

/** SQL of the condition that a token has neither been revoked nor expired. */
export const unended = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`;

/** A token that a user other than its actor holds. */
export interface HeldToken extends Held {
  readonly id: string;
  readonly name: string;
}

/** Whether users hold a token for another user. */
export async function holdToken(
  tx: Transaction,
  users: readonly string[],
  id: string | undefined,
): Promise<boolean> {
  if (id === undefined) return false;
  const held = `SELECT FROM access_tokens WHERE id = $2::text AND ${heldForOthers('$1::text[]')}`;
  return (await tx.query(held, [users, id])).length > 0;
}

/** SQL of some of the tokens that users hold for others. Each of its parts reads an index of such tokens only. */
const someHeld = (condition: string): string => `
  (SELECT id FROM stored_access_tokens t WHERE owner_urn = ANY($1::text[]) AND owner_urn <> actor_urn AND ${condition} LIMIT $2::int)
  UNION ALL
  (SELECT id FROM stored_access_tokens t WHERE rotated_by = ANY($1::text[]) AND ${condition} LIMIT $2::int)
  LIMIT $2::int`;

/** Sets or removes the marks of tokens that meet the condition, also after the locks. */
const mark = (value: string, condition: string): string => `
  UPDATE stored_access_tokens SET withdrawn_at = ${value}
   WHERE id = ANY(ARRAY(SELECT id FROM stored_access_tokens t
                         WHERE id = ANY(ARRAY(${someHeld(condition)})) AND ${heldForOthers('$1::text[]')} AND ${condition}
                         ORDER BY id FOR NO KEY UPDATE))
  RETURNING ${heldColumns}`;

const isCurrent = 'EXISTS (SELECT FROM access_tokens a WHERE a.id = t.id)';
const suspendedSince = `(SELECT min(since) FROM access_changes WHERE urn = ANY($1::text[]) AND kind = 'SUSPENDED')`;
const withdraw = mark(
  `coalesce(${suspendedSince}, ${now})`,
  `${unended} AND withdrawn_at IS NULL AND ${isCurrent}`,
);
const restore = mark(
  'NULL',
  `withdrawn_at IS NOT NULL AND NOT EXISTS (${suspendedHolders('t')}) AND ${isCurrent}`,
);

/**
 * Marks live tokens that users hold for others: they are refused. Called with the users' new state written.
 *
 * @param limit the number of tokens
 */
export const withdrawTokens = (
  tx: Transaction,
  users: readonly string[],
  limit: number,
): Promise<HeldToken[]> => tx.query(withdraw, [users, limit]);

/**
 * Removes the marks of tokens that are no longer held by a suspended user. Called with the users' new state written.
 *
 * @param limit the number of tokens
 */
export const restoreTokens = (
  tx: Transaction,
  users: readonly string[],
  limit: number,
): Promise<HeldToken[]> => tx.query(restore, [users, limit]);

/** The event of a token that a change of its owner's or rotator's state has withdrawn or restored. */
export const tokenEvent = (
  type: 'WithdrawAccessTokenEvent' | 'RestoreAccessTokenEvent',
  { id, name, actorUrn, ownerUrn, rotatedBy }: HeldToken,
): AuditEvent => ({ type, subject: tokenUrn(id), actorUrn, detail: { name, ownerUrn, rotatedBy } });

/**
 * Adds a warning to the response for each user who owns webhooks. Called before the users are deleted, because then the
 * webhooks have no owner any more.
 *
 * @param outcome the state of the webhooks, such as "Paused"
 */
export async function warnOfWebhooks(
  tx: Transaction,
  requester: Requester,
  users: readonly string[],
  outcome: string,
): Promise<void> {
  const owners = await tx.query<{ owner: string; count: number }>(
    `SELECT owner_urn AS owner, count(*) AS count FROM webhooks WHERE owner_urn = ANY($1::text[]) GROUP BY 1 ORDER BY 1`,
    [users],
  );
  for (const { owner, count } of owners)
    warn(requester, `${outcome}: ${count} ${count === 1 ? 'webhook' : 'webhooks'} of ${owner}`);
}
