import { groupsSql } from '../db/groups-sql.js';

/** SQL: the columns of a webhook, whose alias is w. */
export const webhookColumns = `w.id, w.name, w.url, w.filter, w.created_at AS "createdAt", w.created_by AS "createdBy",
  w.owner_urn AS "ownerUrn", w.disabled_reason AS "disabledReason", w.failing_since AS "failingSince"`;

/** SQL: the webhooks, and their owners as u. */
export const webhookTables = '(webhooks w LEFT JOIN users u ON u.urn = w.owner_urn)';

/** SQL: the fields of an `Owned`, from `webhookTables`. */
export const ownedColumns = `w.owner_urn AS "ownerUrn", u.state AS "ownerState", ${groupsSql('u.urn')} AS "ownerGroups",
  (SELECT version FROM policy_version) AS "policyVersion"`;

/** Deliveries of one webhook that are done and still stored, at most. */
export const maxDone = 1_000;

/** SQL: drops the oldest deliveries of a webhook that are done, beyond `maxDone`. */
export const surplusSql = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE webhook_id = $1::text AND state <> 'PENDING'
     ORDER BY position DESC, time DESC OFFSET ${maxDone})`;
