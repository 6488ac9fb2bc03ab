import type { AuditDetail } from '../audit/event.js';
import type { Requester } from '../core/actor.js';
import { conflict } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { forgetFailuresSql, makeDue } from './pause-store.js';
import { filterNames, type Webhook, type WebhookFilter } from './webhook.js';
import { noWebhook, recordWebhook, webhookColumns } from './webhook-store.js';

/** What an update changes; what is absent stays as it is. */
export interface WebhookChange {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly filter: Partial<WebhookFilter>;
}

export type ChangeStore = ReturnType<typeof changeStore>;

/** Changes of a webhook by a caller, each with its audit event. All of them throw NOT_FOUND for an unknown id. */
export function changeStore(db: Database) {
  /** Runs a change of a webhook, whose row is locked. */
  const change = <T>(
    id: string,
    requester: Requester,
    work: (tx: Transaction, webhook: Webhook) => Promise<T>,
  ): Promise<T> =>
    transaction(
      db,
      async (tx) => {
        const [webhook] = await tx.query<Webhook>(
          `SELECT ${webhookColumns} FROM webhooks w WHERE id = $1::text FOR UPDATE`,
          [id],
        );
        if (!webhook) throw noWebhook(id);
        return work(tx, webhook);
      },
      requester,
    );

  return {
    /**
     * Changes what is given. Messages that wait are sent to a new address at once.
     *
     * @throws CONFLICT when another one than the owner changes what is sent, or where
     */
    update: (
      id: string,
      { name, url, filter }: WebhookChange,
      now: number,
      requester: Requester,
    ): Promise<void> =>
      change(id, requester, async (tx, old) => {
        const next = {
          ...old,
          name: name ?? old.name,
          url: url ?? old.url,
          filter: { ...old.filter, ...filter },
        };
        const lists = filterNames.filter((list) => `${next.filter[list]}` !== `${old.filter[list]}`);
        const isMoved = next.url !== old.url;
        if ((isMoved || lists.length > 0) && old.ownerUrn !== requester.urn) throw notOwner(old);
        if (!isMoved && lists.length === 0 && next.name === old.name) return;
        await tx.query(
          `UPDATE webhooks SET name = $2::text, url = $3::text, filter = $4::json${isMoved ? `, ${forgetFailuresSql}` : ''}
            WHERE id = $1::text`,
          [id, next.name, next.url, JSON.stringify(next.filter)],
        );
        if (isMoved) await makeDue(tx, id, now);
        await recordWebhook(tx, requester, 'UpdateWebhookEvent', next, describeUpdate(old, next, lists));
      }),

    /** Pauses a webhook, unless it is paused by hand already. */
    pause: (id: string, now: number, requester: Requester): Promise<void> =>
      change(id, requester, async (tx, webhook) => {
        if (webhook.pausedBy !== null) return;
        await tx.query(
          `UPDATE webhooks SET paused_by = $2::text, paused_at = coalesce(paused_at, $3::bigint) WHERE id = $1::text`,
          [id, requester.urn, now],
        );
        await recordWebhook(tx, requester, 'PauseWebhookEvent', webhook);
      }),

    /** Ends a pause by hand. If the owner may not send, the process that delivers pauses it again. */
    resume: (id: string, now: number, requester: Requester): Promise<void> =>
      change(id, requester, async (tx, webhook) => {
        if (webhook.pausedBy === null) return;
        await tx.query(
          `UPDATE webhooks SET paused_by = NULL, paused_at = NULL, ${forgetFailuresSql} WHERE id = $1::text`,
          [id],
        );
        await makeDue(tx, id, now);
        await recordWebhook(tx, requester, 'ResumeWebhookEvent', webhook);
      }),

    /** Replaces the secret, which signs beside the new one for a while. The one before it ends. @param secret encrypted */
    rotateSecret: (id: string, secret: string, previousUntil: number, requester: Requester): Promise<void> =>
      change(id, requester, async (tx, webhook) => {
        await tx.query(
          `UPDATE webhooks SET previous_secret = secret, previous_secret_until = $3::bigint, secret = $2::text
            WHERE id = $1::text`,
          [id, secret, previousUntil],
        );
        await recordWebhook(tx, requester, 'RotateWebhookSecretEvent', webhook);
      }),

    /**
     * Makes the requester the owner of a webhook, which goes on from its place, unless it is paused by hand.
     *
     * @returns the former owner; null: it was removed
     */
    takeOver: (id: string, now: number, requester: Requester): Promise<string | null> =>
      change(id, requester, async (tx, webhook) => {
        if (webhook.ownerUrn === requester.urn) return requester.urn;
        await tx.query(
          `UPDATE webhooks SET owner_urn = (SELECT urn FROM users WHERE urn = $2::text FOR KEY SHARE),
                  paused_at = CASE WHEN paused_by IS NULL THEN NULL ELSE paused_at END, ${forgetFailuresSql}
            WHERE id = $1::text`,
          [id, requester.urn],
        );
        await makeDue(tx, id, now);
        await recordWebhook(tx, requester, 'TakeOverWebhookEvent', webhook, { from: webhook.ownerUrn });
        return webhook.ownerUrn;
      }),
  };
}

/** Messages contain what their owner may see, so only the owner chooses them and their address. */
const notOwner = ({ id, ownerUrn }: Webhook) =>
  conflict(
    `the webhook ${quoted(id)} sends on behalf of ${ownerUrn ?? 'a user who was removed'}; only its owner can change ` +
      'its url and its filter: take it over first',
  );

/** Returns what an update has changed, as the audit shows it: of the URL the host, because the rest can be a secret. */
function describeUpdate(
  old: Webhook,
  next: Pick<Webhook, 'name' | 'url' | 'filter'>,
  lists: readonly (keyof WebhookFilter)[],
): AuditDetail {
  const [hostBefore, host] = [old, next].map(({ url }) => new URL(url).host);
  return {
    ...(next.name !== old.name && { nameBefore: old.name }),
    ...(next.url !== old.url && { urlChanged: true }),
    ...(host !== hostBefore && { hostBefore: hostBefore! }),
    ...Object.fromEntries(
      lists.flatMap((list) => [
        [list, next.filter[list]],
        [`${list}Before`, old.filter[list]],
      ]),
    ),
  };
}
