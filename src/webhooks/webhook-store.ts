import type { AuditDetail, AuditEventType } from '../audit/event.js';
import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { badRequest, notFound } from '../core/errors.js';
import type { Page } from '../core/pagination.js';
import { quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { groupsSql } from '../db/groups-sql.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { andNamesVisible, type Limit } from '../visibility/limit-sql.js';
import type { Signing } from './secrets.js';
import { type Delivery, maxWebhooks, type Owned, type Webhook, webhookUrn } from './webhook.js';

export interface NewWebhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly filter: Webhook['filter'];
  readonly createdAt: number;
  readonly createdBy: string;
  /** Encrypted. */
  readonly secret: string;
  /** The number of the last change that it does not receive. */
  readonly readTo: number;
}

/** A webhook with its owner and its encrypted secrets. */
export type SecretWebhook = Webhook & Owned & Pick<Signing, 'secret' | 'previousSecret'>;

/** A delivery that was attempted once. */
export type TestDelivery = Delivery & { readonly body: string };

/** SQL: the columns of a delivery. */
const deliveryColumns = `id, type, time, entity_urn AS "entityUrn", state, attempts, attempted_at AS "attemptedAt",
  next_attempt_at AS "nextAttemptAt", status, error`;

/** Records what happened to a webhook: of its URL only the host, because the rest can be a secret. */
export const recordWebhook = (
  tx: Transaction,
  requester: Requester,
  type: AuditEventType,
  { id, name, url }: Pick<Webhook, 'id' | 'name' | 'url'>,
  detail: AuditDetail = {},
): Promise<void> =>
  recordAudit(tx, requester, {
    type,
    subject: webhookUrn(id),
    detail: { name, host: new URL(url).host, ...detail },
  });

export type WebhookStore = ReturnType<typeof webhookStore>;

export function webhookStore(db: Database) {
  const find = async (tx: Transaction, id: string): Promise<SecretWebhook | null> => {
    const [row] = await tx.query<SecretWebhook>(
      `SELECT ${webhookColumns}, ${ownedColumns}, ${secretColumns} FROM ${webhookTables} WHERE w.id = $1::text`,
      [id],
    );
    return row ?? null;
  };
  return {
    async count(): Promise<number> {
      const [row] = await db.query<{ count: number }>('SELECT count(*) AS count FROM webhooks');
      return row!.count;
    },

    /** @throws BAD_REQUEST when there are `maxWebhooks` already */
    create: (webhook: NewWebhook, requester: Requester): Promise<void> =>
      transaction(
        db,
        async (tx) => {
          await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.webhooks'))`);
          const added = await tx.query(
            `INSERT INTO webhooks (id, name, url, filter, secret, created_at, created_by, read_to, owner_urn)
             SELECT $1::text, $2::text, $3::text, $4::json, $5::text, $6::bigint, $7::text, $8::bigint,
                    (SELECT urn FROM users WHERE urn = $7::text FOR KEY SHARE)
              WHERE (SELECT count(*) FROM webhooks) < ${maxWebhooks} RETURNING 1`,
            [
              ...[webhook.id, webhook.name, webhook.url, JSON.stringify(webhook.filter), webhook.secret],
              ...[webhook.createdAt, webhook.createdBy, webhook.readTo],
            ],
          );
          if (added.length === 0)
            throw badRequest(
              `there are ${maxWebhooks} webhooks, which is the limit; delete one of them first`,
            );
          await recordWebhook(tx, requester, 'CreateWebhookEvent', webhook);
        },
        requester,
      ),

    find: (id: string): Promise<SecretWebhook | null> => find(db, id),

    /** Returns a page, the oldest first, and the number of all. */
    async page({ start, count }: Page): Promise<{ total: number; webhooks: (Webhook & Owned)[] }> {
      const webhooks = await db.query<Webhook & Owned>(
        `SELECT ${webhookColumns}, ${ownedColumns} FROM ${webhookTables}
          ORDER BY w.created_at, w.id LIMIT $1 OFFSET $2`,
        [count, start],
      );
      const [row] = await db.query<{ total: number }>('SELECT count(*) AS total FROM webhooks');
      return { total: row!.total, webhooks };
    },

    /** Deletes a webhook and its deliveries. @returns whether it existed */
    delete: (id: string, requester: Requester): Promise<boolean> =>
      transaction(
        db,
        async (tx) => {
          const [webhook] = await tx.query<Webhook>(
            `DELETE FROM webhooks w WHERE id = $1::text RETURNING ${webhookColumns}`,
            [id],
          );
          if (webhook) await recordWebhook(tx, requester, 'DeleteWebhookEvent', webhook);
          return webhook !== undefined;
        },
        requester,
      ),

    /** Returns a page of deliveries, the newest first, and the number of all. */
    async deliveries(
      id: string,
      { start, count }: Page,
      limit: Limit | null,
    ): Promise<{ total: number; deliveries: Delivery[] }> {
      const [page, all]: unknown[][] = [[id, count, start], [id]];
      const from = (params: unknown[]) =>
        `webhook_deliveries WHERE webhook_id = $1::text${andNamesVisible(limit, 'entity_urn', params)}`;
      const deliveries = await db.bounded<Delivery>(
        `SELECT ${deliveryColumns} FROM ${from(page!)} ORDER BY position DESC, time DESC, id LIMIT $2 OFFSET $3`,
        page,
      );
      const [row] = await db.query<{ total: number }>(`SELECT count(*) AS total FROM ${from(all!)}`, all);
      return { total: row!.total, deliveries };
    },

    /** Stores a delivery that was attempted outside of the order. Drops the oldest ones that are done. */
    addTest: (webhookId: string, test: TestDelivery, requester: Requester): Promise<void> =>
      transaction(
        db,
        async (tx) => {
          await tx.query(
            `INSERT INTO webhook_deliveries (id, webhook_id, position, type, time, body, state, attempts, attempted_at,
                                             status, error)
             SELECT $2::text, id, read_to, $3::text, $4::bigint, $5::text, $6::text, 1, $4::bigint, $7::int, $8::text
               FROM webhooks WHERE id = $1::text`,
            [webhookId, test.id, test.type, test.time, test.body, test.state, test.status, test.error],
          );
          await tx.query(surplusSql, [webhookId]);
        },
        requester,
      ),

    /**
     * Makes a webhook send deliveries again, and enables it. What is pending is tried at once.
     *
     * @param from a delivery, or the number of the change before the first one; null: what is pending only
     * @throws NOT_FOUND
     */
    replay: (
      webhook: Webhook,
      from: { readonly deliveryId: string } | { readonly readTo: number | null },
      now: number,
      requester: Requester,
    ): Promise<void> =>
      transaction(
        db,
        async (tx) => {
          const [row] = await tx.query<{ wasDisabled: boolean }>(enableSql, [
            webhook.id,
            'readTo' in from ? from.readTo : null,
          ]);
          if (!row) throw noWebhook(webhook.id);
          const deliveryId = 'deliveryId' in from ? from.deliveryId : null;
          const again = await tx.query<{ id: string }>(
            `UPDATE webhook_deliveries SET state = 'PENDING', attempts = 0, next_attempt_at = $3::bigint
              WHERE webhook_id = $1::text AND (state = 'PENDING' OR id = $2::text) RETURNING id`,
            [webhook.id, deliveryId, now],
          );
          if (deliveryId !== null && !again.some(({ id }) => id === deliveryId))
            throw notFound(
              `The webhook has no delivery ${quoted(deliveryId)}; \`webhookDeliveries\` lists them`,
            );
          if (row.wasDisabled) await recordWebhook(tx, requester, 'EnableWebhookEvent', webhook);
        },
        requester,
      ),
  };
}

const enableSql = `
  UPDATE webhooks w SET disabled_reason = NULL, failures = 0, failing_since = NULL, paused_until = NULL,
         read_to = least(w.read_to, coalesce($2::bigint, w.read_to))
    FROM (SELECT id, disabled_reason FROM webhooks WHERE id = $1::text FOR UPDATE) old
   WHERE w.id = old.id RETURNING old.disabled_reason IS NOT NULL AS "wasDisabled"`;

export const noWebhook = (id: string) =>
  notFound(`There is no webhook ${quoted(id)}; \`listWebhooks\` lists them`);

/** SQL: the columns of a webhook, whose alias is w. */
export const webhookColumns = `w.id, w.name, w.url, w.filter, w.created_at AS "createdAt", w.created_by AS "createdBy",
  w.owner_urn AS "ownerUrn", w.disabled_reason AS "disabledReason", w.paused_by AS "pausedBy", w.failures,
  w.failing_since AS "failingSince", w.delivered_at AS "deliveredAt", w.previous_secret_until AS "previousSecretUntil"`;

/** SQL: the encrypted secrets of a webhook. */
export const secretColumns = 'w.secret, w.previous_secret AS "previousSecret"';

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
