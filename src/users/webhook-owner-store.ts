import type { Requester } from '../core/actor.js';
import { warn } from '../core/warn.js';
import type { Transaction } from '../db/query.js';

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
