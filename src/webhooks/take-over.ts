import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { warn } from '../core/warn.js';
import { checkRight } from './manage.js';
import type { TakeoverStore } from './pause-store.js';

/**
 * Makes the caller the owner of a webhook, which then sends on the caller's behalf. A paused one goes on from its place.
 *
 * @throws UNAUTHORIZED, NOT_FOUND
 */
export const takeOverWebhook =
  ({ store, clock }: { store: TakeoverStore; clock: Clock }) =>
  async (actor: Actor, id: string): Promise<true> => {
    checkRight(actor);
    const from = await store.takeOver(id, clock(), actor);
    if (from !== actor.urn)
      warn(
        actor,
        `${from ?? 'The former owner'} still knows the secret of this webhook, whose address stays the same: create it anew ` +
          'if the address or the secret must change',
      );
    return true;
  };
