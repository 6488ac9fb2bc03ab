import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { warn } from '../core/warn.js';
import { parseEndpoint } from './addresses.js';
import type { ChangeStore } from './change-store.js';
import { type GivenFilter, parseLists } from './filter.js';
import { checkRight, checkWebhookName, type Given, type ManageDeps } from './manage.js';
import { newSecret } from './secrets.js';
import { filterNames } from './webhook.js';
import { noWebhook } from './webhook-store.js';

/** For how long messages are signed with both secrets after a rotation. */
const overlapMs = 24 * 3_600_000;

interface ChangeDeps extends Pick<ManageDeps, 'store' | 'secrets' | 'rules' | 'clock' | 'readPause'> {
  readonly changes: ChangeStore;
}

export interface WebhookUpdate extends GivenFilter {
  readonly id: string;
  readonly name?: Given<string>;
  readonly url?: Given<string>;
}

export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  /** ms since the epoch */
  readonly previousSecretUntil: number;
}

/** Changes of webhooks that exist. All of them throw UNAUTHORIZED and NOT_FOUND. */
export function webhookChanges({ store, changes, secrets, rules, clock, readPause }: ChangeDeps) {
  return {
    /**
     * Changes what is given; an empty list matches everything. Only the owner changes the URL and the filter.
     *
     * @throws BAD_REQUEST, CONFLICT for another caller than the owner
     */
    async update(actor: Actor, { id, name, url, ...given }: WebhookUpdate): Promise<true> {
      checkRight(actor);
      const filter = parseLists(given);
      if (name == null && url == null && Object.keys(filter).length === 0)
        throw badRequest(`there is nothing to change; expected name, url, ${filterNames.join(', ')}`);
      if (name != null) checkWebhookName(name);
      const change = {
        name: name ?? undefined,
        url: url == null ? undefined : parseEndpoint(url, rules),
        filter,
      };
      await changes.update(id, change, clock(), actor);
      return true;
    },

    /** Pauses a webhook, which keeps its place. */
    async pause(actor: Actor, id: string): Promise<true> {
      checkRight(actor);
      await changes.pause(id, clock(), actor);
      return true;
    },

    /** Ends a pause by hand. The webhook goes on from its place, unless there is another reason why it does not send. */
    async resume(actor: Actor, id: string): Promise<true> {
      checkRight(actor);
      await changes.resume(id, clock(), actor);
      const webhook = await store.find(id);
      const reason = webhook && (await readPause(webhook));
      if (reason) warn(actor, `The webhook stays paused, because ${reason}`);
      if (webhook && webhook.disabledReason !== null)
        warn(actor, `The webhook stays disabled, because ${webhook.disabledReason}; a replay enables it`);
      return true;
    },

    /**
     * Returns a new secret, which cannot be read again. For a day, messages are signed with the former one too.
     *
     * @throws SERVER_ERROR when the former one cannot be decrypted
     */
    async rotateSecret(actor: Actor, id: string): Promise<RotatedSecret> {
      checkRight(actor);
      const webhook = await store.find(id);
      if (!webhook) throw noWebhook(id);
      // Otherwise, every message would fail for a day: it needs both.
      secrets.decrypt(webhook.secret, id);
      const [secret, previousSecretUntil] = [newSecret(), clock() + overlapMs];
      await changes.rotateSecret(id, secrets.encrypt(secret, id), previousSecretUntil, actor);
      return { id, secret, previousSecretUntil };
    },

    /**
     * Makes the caller the owner of a webhook, which then sends on the caller's behalf. One that is paused because of its
     * former owner goes on from its place.
     */
    async takeOver(actor: Actor, id: string): Promise<true> {
      checkRight(actor);
      const from = await changes.takeOver(id, clock(), actor);
      if (from !== actor.urn)
        warn(
          actor,
          `${from ?? 'The former owner'} still knows the secret of this webhook, and has chosen its address: rotate the ` +
            'secret, and change the address if it is not yours',
        );
      return true;
    },
  };
}
