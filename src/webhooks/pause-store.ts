import { operator, type Requester } from '../core/actor.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import type { Webhook } from './webhook.js';
import { webhookColumns } from './webhook-sql.js';
import { noWebhook, recordWebhook } from './webhook-store.js';

/** SQL: what a webhook that was paused forgets, because its endpoint could not answer in the meantime. */
const goesOnSql = 'paused_at = NULL, failures = 0, failing_since = NULL, paused_until = NULL';

/** Tries what is pending at once. */
export const makeDue = (tx: Transaction, id: string, now: number): Promise<unknown> =>
  tx.query(
    `UPDATE webhook_deliveries SET next_attempt_at = $2::bigint
      WHERE webhook_id = $1::text AND state = 'PENDING' AND next_attempt_at > $2::bigint`,
    [id, now],
  );

export type PauseStore = ReturnType<typeof pauseStore>;

/** The marks of webhooks whose owners may not send, as the process with the id `runner` finds them. */
export function pauseStore(db: Database, runner: string) {
  return {
    /** Stores that nothing is sent because of the owner. @returns whether that was not stored before */
    pause: (webhook: Webhook, reason: string, now: number): Promise<boolean> =>
      transaction(db, async (tx) => {
        const found = await tx.query(
          `UPDATE webhooks SET paused_at = $3::bigint
            WHERE id = $1::text AND runner = $2::text AND paused_at IS NULL RETURNING 1`,
          [webhook.id, runner, now],
        );
        if (found.length > 0) await recordWebhook(tx, operator, 'PauseWebhookEvent', webhook, { reason });
        return found.length > 0;
      }),

    /** Makes a webhook go on whose owner has the right again. @returns whether it was paused */
    resume: (webhook: Webhook, now: number): Promise<boolean> =>
      transaction(db, async (tx) => {
        const found = await tx.query(
          `UPDATE webhooks SET ${goesOnSql}
            WHERE id = $1::text AND runner = $2::text AND paused_at IS NOT NULL RETURNING 1`,
          [webhook.id, runner],
        );
        if (found.length === 0) return false;
        await makeDue(tx, webhook.id, now);
        await recordWebhook(tx, operator, 'ResumeWebhookEvent', webhook);
        return true;
      }),
  };
}

export type TakeoverStore = ReturnType<typeof takeoverStore>;

export function takeoverStore(db: Database) {
  return {
    /**
     * Makes the requester the owner of a webhook, which goes on from its place.
     *
     * @returns the former owner; null: it was removed
     * @throws NOT_FOUND
     */
    takeOver: (id: string, now: number, requester: Requester): Promise<string | null> =>
      transaction(
        db,
        async (tx) => {
          const [webhook] = await tx.query<Webhook>(
            `SELECT ${webhookColumns} FROM webhooks w WHERE id = $1::text FOR UPDATE`,
            [id],
          );
          if (!webhook) throw noWebhook(id);
          if (webhook.ownerUrn === requester.urn) return requester.urn;
          await tx.query(
            `UPDATE webhooks SET owner_urn = (SELECT urn FROM users WHERE urn = $2::text FOR KEY SHARE),
                    ${goesOnSql} WHERE id = $1::text`,
            [id, requester.urn],
          );
          await makeDue(tx, id, now);
          await recordWebhook(tx, requester, 'TakeOverWebhookEvent', webhook, { from: webhook.ownerUrn });
          return webhook.ownerUrn;
        },
        requester,
      ),
  };
}
