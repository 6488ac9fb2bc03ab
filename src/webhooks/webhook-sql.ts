/** SQL: the columns of a webhook. */
export const webhookColumns = `id, name, url, filter, created_at AS "createdAt", created_by AS "createdBy",
  disabled_reason AS "disabledReason", failing_since AS "failingSince"`;

/** Deliveries of one webhook that are done and still stored, at most. */
export const maxDone = 1_000;

/** SQL: drops the oldest deliveries of a webhook that are done, beyond `maxDone`. */
export const surplusSql = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE webhook_id = $1::text AND state <> 'PENDING'
     ORDER BY position DESC, time DESC OFFSET ${maxDone})`;
