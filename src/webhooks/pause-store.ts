import { operator } from '../core/actor.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import type { Webhook } from './webhook.js';
import { recordWebhook } from './webhook-store.js';

/** SQL: what a webhook forgets about its endpoint, which was not asked in the meantime, or is another one now. */
export const forgetFailuresSql = 'failures = 0, failing_since = NULL, paused_until = NULL';

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

    /** Makes a webhook go on whose owner has the right again. @returns whether it was paused, and not by hand */
    resume: (webhook: Webhook, now: number): Promise<boolean> =>
      transaction(db, async (tx) => {
        const found = await tx.query(
          `UPDATE webhooks SET paused_at = NULL, ${forgetFailuresSql}
            WHERE id = $1::text AND runner = $2::text AND paused_at IS NOT NULL AND paused_by IS NULL RETURNING 1`,
          [webhook.id, runner],
        );
        if (found.length === 0) return false;
        await makeDue(tx, webhook.id, now);
        await recordWebhook(tx, operator, 'ResumeWebhookEvent', webhook);
        return true;
      }),
  };
}
