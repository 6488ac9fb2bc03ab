import { operator } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { groupsSql } from '../db/groups-sql.js';
import { transaction } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import type { Bind } from '../db/waiting-work.js';
import { unnumberedSql } from '../history/log-store.js';
import type { AttemptedDelivery, DueDelivery, Health, NewDelivery } from './delivery.js';
import { makeDue } from './pause-store.js';
import type { Owned, Webhook } from './webhook.js';
import {
  ownedColumns,
  recordWebhook,
  type SecretWebhook,
  secretColumns,
  surplusSql,
  webhookColumns,
  webhookTables,
} from './webhook-store.js';

/** Deliveries of one webhook that wait. With as many, it reads no further changes. */
export const maxPending = 1_000;
/** How long they are stored. */
export const doneDays = 7;

/** A webhook that this process delivers for. */
export interface RunningWebhook extends SecretWebhook {
  readonly readTo: number;
  readonly pending: number;
  readonly pausedUntil: number | null;
}

/** A webhook with a lease of this process. */
export interface Leased extends Webhook, Owned {
  /** Since when it is paused, in ms since the epoch; null: it is not. */
  readonly pausedAt: number | null;
  readonly leaseUntil: number;
  readonly readTo: number;
  /** When its next delivery is due, in ms since the epoch; null: none is pending. */
  readonly nextAt: number | null;
  /** Differs when a fact of its owner's right has changed. */
  readonly standing: string;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** What the process with the id `runner` delivers. One process at a time has the lease of a webhook. */
export function deliveryStore(db: Database, runner: string) {
  return {
    /**
     * Returns the SQL of the time from which a webhook needs its process: to take or renew the lease, to send, or because
     * the right of its owner may have changed.
     *
     * @param leased those of this process, as of its last turn
     */
    waits(bind: Bind, leased: readonly Leased[], leaseMs: number): string {
      return waitsSql({
        runner: `${bind(runner)}::text`,
        leaseMs: `${bind(leaseMs)}::bigint`,
        takesAll: `${bind(db.kind === 'embedded')}::boolean`,
        standings: `${bind(leased.map(({ standing }) => standing))}::text[]`,
      });
    },

    /** Takes leases that are free, and renews those of this process before they end. @returns all of this process */
    async lease(now: number, leaseMs: number): Promise<Leased[]> {
      const params = [runner, now, leaseMs, db.kind === 'embedded'];
      // A database that is read-only, or has no webhooks, is not written to.
      const [free] = await db.query(`${freeSql} LIMIT 1`, params);
      if (free) await db.query(leaseSql, params);
      return db.query<Leased>(
        `SELECT ${webhookColumns}, ${ownedColumns}, w.paused_at AS "pausedAt", w.lease_until AS "leaseUntil",
                w.read_to AS "readTo",
                ${nextAtSql} AS "nextAt", ${standingSql} AS standing
           FROM ${webhookTables}
          WHERE w.runner = $1::text AND w.lease_until > $2::bigint AND w.disabled_reason IS NULL`,
        [runner, now],
      );
    },

    /** Lets other processes continue. */
    release: () =>
      db.query('UPDATE webhooks SET runner = NULL, lease_until = NULL WHERE runner = $1::text', [runner]),

    /** Returns a webhook of this process; null when it has no lease any more. */
    async find(id: string): Promise<RunningWebhook | null> {
      const [row] = await db.query<RunningWebhook>(
        `SELECT ${webhookColumns}, ${ownedColumns}, ${secretColumns}, w.read_to AS "readTo",
                w.paused_until AS "pausedUntil",
                (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'PENDING') AS pending
           FROM ${webhookTables}
          WHERE w.id = $1::text AND w.runner = $2::text AND w.disabled_reason IS NULL`,
        [id, runner],
      );
      return row ?? null;
    },

    /**
     * Adds deliveries of changes up to a number. A delivery that is done already becomes pending again: the changes are
     * replayed. Drops the oldest ones that are done.
     *
     * @returns whether nothing else has moved the webhook in the meantime
     */
    add: (
      { id, readTo }: Pick<RunningWebhook, 'id' | 'readTo'>,
      { deliveries, upTo }: { readonly deliveries: readonly NewDelivery[]; readonly upTo: number },
      now: number,
    ): Promise<boolean> =>
      transaction(db, async (tx) => {
        const moved = await tx.query(
          `UPDATE webhooks SET read_to = $4::bigint
            WHERE id = $1::text AND runner = $2::text AND read_to = $3::bigint RETURNING 1`,
          [id, runner, readTo, upTo],
        );
        if (moved.length === 0) return false;
        if (deliveries.length === 0) return true;
        await tx.query(addSql, [
          id,
          now,
          ...columns(deliveries, 'id', 'position', 'entityUrn', 'type', 'time', 'body'),
        ]);
        await tx.query(surplusSql, [id]);
        return true;
      }),

    /** Returns deliveries that are due, at most one of each entity: its oldest pending one. */
    due: (id: string, now: number, count: number): Promise<DueDelivery[]> =>
      db.query<DueDelivery>(dueSql, [id, now, count]),

    drop: (webhookId: string, ids: readonly string[]) =>
      db.query('DELETE FROM webhook_deliveries WHERE webhook_id = $1::text AND id = ANY($2::text[])', [
        webhookId,
        ids,
      ]),

    /**
     * Stores the outcome of a round of attempts, unless another process has the lease, or the address has changed since: the
     * answers of a former endpoint say nothing about the new one.
     */
    record: (
      webhook: Webhook,
      attempted: readonly AttemptedDelivery[],
      { failures, failingSince, pausedUntil, disabledReason, hasRecovered }: Health,
      now: number,
    ): Promise<void> =>
      transaction(db, async (tx) => {
        const held = await tx.query(
          `UPDATE webhooks SET failures = $3::int, failing_since = $4::bigint, paused_until = $5::bigint,
                  disabled_reason = $6::text, delivered_at = coalesce($7::bigint, delivered_at)
            WHERE id = $1::text AND runner = $2::text AND url = $8::text RETURNING 1`,
          [
            ...[webhook.id, runner, failures, failingSince, pausedUntil, disabledReason],
            ...[attempted.some(({ state }) => state === 'DELIVERED') ? now : null, webhook.url],
          ],
        );
        if (held.length === 0) return;
        const values = columns(attempted, 'id', 'state', 'nextAttemptAt', 'status', 'error');
        await tx.query(recordSql, [webhook.id, now, ...values]);
        if (hasRecovered) await makeDue(tx, webhook.id, now);
        if (disabledReason !== null)
          await recordWebhook(tx, operator, 'DisableWebhookEvent', webhook, { reason: disabledReason });
      }),

    /** Drops deliveries that have been done for long. */
    dropOld: (before: number) =>
      db.query(`DELETE FROM webhook_deliveries WHERE state <> 'PENDING' AND attempted_at < $1::bigint`, [
        before,
      ]),

    /** Drops secrets that have ended. */
    dropSecrets: (now: number) =>
      db.query(
        `UPDATE webhooks SET previous_secret = NULL, previous_secret_until = NULL WHERE previous_secret_until <= $1::bigint`,
        [now],
      ),

    /** Returns the platforms of entities that have a search document. */
    async readPlatforms(urns: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db.query<{ urn: string; platform: string | null }>(
        'SELECT urn, platform FROM search_documents WHERE urn = ANY($1::text[])',
        [urns],
      );
      return new Map(rows.flatMap(({ urn, platform }) => (platform === null ? [] : [[urn, platform]])));
    },
  };
}

/** Returns the age of the oldest change that waits for its delivery, in ms; 0: none waits. */
export async function readLag({ query }: Pick<Database, 'query'>, now: number): Promise<number> {
  const [row] = await query<{ oldest: number | null }>(
    `SELECT min(d.time) AS oldest FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
      WHERE w.disabled_reason IS NULL AND w.paused_at IS NULL AND d.state = 'PENDING'`,
  );
  return row!.oldest === null ? 0 : Math.max(0, now - row!.oldest);
}

/** A process on the embedded database is the only one, so it waits for no lease of its predecessor. */
const freeSql = `
  SELECT id FROM webhooks
   WHERE disabled_reason IS NULL
     AND (lease_until IS NULL OR lease_until < $2::bigint OR ($4::boolean AND runner <> $1::text)
          OR (runner = $1::text AND lease_until < $2::bigint + $3::bigint / 2))`;

/** SQL: a text that differs when the facts of an `Owned` do, or a pause by hand. */
const standingSql = `md5(concat_ws(' ', w.paused_by IS NULL, w.owner_urn, u.state, ${groupsSql('u.urn')}, (SELECT version FROM policy_version)))`;

const nextAtSql = `(SELECT min(next_attempt_at) FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'PENDING')`;

/** A webhook that is paused needs its process only for the lease, and when a reason of the pause may have changed. */
const waitsSql = ({ runner, leaseMs, takesAll, standings }: Record<WaitsValue, string>) => `
  SELECT min(CASE
           WHEN w.runner IS DISTINCT FROM ${runner} THEN
             CASE WHEN ${takesAll} THEN 0 ELSE coalesce(w.lease_until, 0) END
           WHEN ${standingSql} <> ALL(${standings}) THEN 0
           WHEN w.paused_at IS NOT NULL THEN w.lease_until - ${leaseMs} / 2
           WHEN w.read_to < (SELECT last_seq FROM change_log) OR ${unnumberedSql} THEN 0
           ELSE least(w.lease_until - ${leaseMs} / 2, greatest(w.paused_until, ${nextAtSql}))
         END)
    FROM ${webhookTables} WHERE w.disabled_reason IS NULL`;
type WaitsValue = 'runner' | 'leaseMs' | 'takesAll' | 'standings';

const leaseSql = `
  UPDATE webhooks w SET runner = $1::text, lease_until = $2::bigint + $3::bigint
    FROM (${freeSql} FOR UPDATE SKIP LOCKED) free
   WHERE w.id = free.id`;

const addSql = `
  INSERT INTO webhook_deliveries (webhook_id, next_attempt_at, id, position, entity_urn, type, time, body)
  SELECT $1::text, $2::bigint, d.*
    FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::text[]) AS d
      ON CONFLICT (id) DO UPDATE SET state = 'PENDING', attempts = 0, next_attempt_at = excluded.next_attempt_at`;

const dueSql = `
  SELECT id, entity_urn AS "entityUrn", body, attempts FROM webhook_deliveries d
   WHERE webhook_id = $1::text AND state = 'PENDING' AND next_attempt_at <= $2::bigint
     AND NOT EXISTS (SELECT FROM webhook_deliveries earlier
                      WHERE earlier.webhook_id = $1::text AND earlier.state = 'PENDING'
                        AND earlier.entity_urn = d.entity_urn AND earlier.position < d.position)
   ORDER BY next_attempt_at, position LIMIT $3::int`;

const recordSql = `
  UPDATE webhook_deliveries d
     SET state = a.state, attempts = d.attempts + 1, attempted_at = $2::bigint, next_attempt_at = a.next_attempt_at,
         status = a.status, error = a.error
    FROM unnest($3::text[], $4::text[], $5::bigint[], $6::int[], $7::text[])
           AS a(id, state, next_attempt_at, status, error)
   WHERE d.id = a.id AND d.webhook_id = $1::text`;
