import type { Actor } from '../core/actor.js';
import { lacking, mayManageTags } from '../core/authorization.js';
import type { AuditStamp, Clock } from '../core/clock.js';
import { CatalogError, notFound } from '../core/errors.js';
import { parseTagUrn, quoted } from '../core/urn.js';
import { warn } from '../core/warn.js';
import type { DeletedTag, RestoreStore } from './restore-store.js';

interface Deps {
  readonly store: RestoreStore;
  readonly clock: Clock;
}

/**
 * Restores a deleted tag with its aspects, and then its places in parts. When it does not end before the deadline, the
 * same request continues.
 *
 * @throws UNAUTHORIZED, NOT_FOUND, CONFLICT when there is a tag with the same id, SERVICE_UNAVAILABLE
 */
export const restoreDeleted =
  ({ store, clock }: Deps) =>
  async (actor: Actor, urn: string): Promise<true> => {
    parseTagUrn(urn, 'urn');
    if (!mayManageTags(actor)) throw lacking(actor, `restore ${urn}`, ['MANAGE_TAGS']);
    const deleted = await store.find(urn, actor);
    if (!deleted)
      throw notFound(
        `No deletion of a tag ${quoted(urn)} is stored; tags can be restored for DELETED_TAG_DAYS`,
      );
    const unclaim = actor.deadline?.claimAnswer();
    try {
      const skipped = await restore(store, deleted, { time: clock(), actor: actor.urn }, actor);
      if (skipped > 0)
        warn(
          actor,
          `${skipped} places of ${urn} were not restored: their entities or columns do not exist any longer`,
        );
    } finally {
      unclaim?.();
    }
    return true;
  };

/** @returns the number of places that do not exist any longer */
async function restore(
  store: RestoreStore,
  deleted: DeletedTag,
  audit: AuditStamp,
  actor: Actor,
): Promise<number> {
  const { urn } = deleted;
  let [restored, skipped] = [0, 0];
  try {
    await store.begin(deleted, audit, actor);
    for (;;) {
      const part = await store.restoreNext(urn, audit, actor);
      if (part === null) return skipped;
      restored += part.restored;
      skipped += part.skipped;
    }
  } catch (error) {
    if (actor.deadline?.passed) throw unfinished(urn, restored, error);
    throw error;
  }
}

const unfinished = (urn: string, restored: number, cause: unknown) =>
  new CatalogError(
    'SERVICE_UNAVAILABLE',
    `The restoration of ${quoted(urn)} did not end before the request timeout; this request has restored ${restored} of its ` +
      'places. Send the same request again: it continues with the rest',
    { cause },
  );
