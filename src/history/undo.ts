import type { Actor, Requester } from '../core/actor.js';
import { type Clock, dayMs } from '../core/clock.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Precondition, Transaction } from '../db/query.js';
import { toUndoId } from './change-set.js';
import type { ChangeSetStore } from './change-set-store.js';
import type { ChangeListStore, CompleteChange, FoundChange } from './list-store.js';

/** How changes of some kinds are taken back. */
export interface Reversal {
  /** Whether a change is of these kinds and can be taken back, if nothing has changed since. */
  isUndoable(change: FoundChange): boolean;
  /** @throws UNAUTHORIZED */
  checkRights(actor: Actor, changes: readonly CompleteChange[]): Promise<void>;
  /** Returns the changes that have not left their place as it is. The history does not have all changes. */
  findStale(
    tx: Transaction,
    changes: readonly CompleteChange[],
    requester: Requester,
  ): Promise<CompleteChange[]>;
  /**
   * Takes changes of different things back, in one transaction.
   *
   * @param check called when everything that exists is locked: it refuses changes of things that were deleted since
   * @throws NOT_FOUND
   */
  takeBack(actor: Actor, changes: readonly CompleteChange[], check: Precondition): Promise<void>;
}

/** Those of all kinds that people edit. No two take the same change. */
export type Reversals = readonly Reversal[];

export interface HistoryDeps {
  readonly store: ChangeListStore;
  readonly sets: ChangeSetStore;
  readonly reversals: Reversals;
  readonly clock: Clock;
  /** Days that changes can be read. */
  readonly days: number;
}

/** Returns how `undoChange` takes a change back, if nothing has changed since; undefined for one that it does not. */
export const findReversal = (change: FoundChange, reversals: Reversals): Reversal | undefined =>
  reversals.find((reversal) => reversal.isUndoable(change));

/** Whether all that undo needs is recorded. Earlier versions did not record the associations of a tag. */
export const isDetailed = ({ category, isDetailed }: FoundChange): boolean =>
  category !== 'TAG' || isDetailed;

/** The time and the id of a change. */
const idPattern = /^(\d{1,15})-(\d{1,18})$/;

/**
 * Takes a change back: removes what it has added, adds what it has removed, as it was, or restores a description.
 *
 * @throws BAD_REQUEST when the change cannot be undone, CONFLICT when the same thing has changed or was deleted since,
 * NOT_FOUND
 * @throws UNAUTHORIZED without the right to make such a change
 */
export const undoChange =
  (deps: HistoryDeps) =>
  async (actor: Actor, id: string): Promise<true> => {
    const { store, sets, reversals } = deps;
    const [, time, number] = idPattern.exec(id) ?? [];
    if (!time || !number)
      throw badRequest(`${quoted(id)} is not the id of a change; \`changes\` returns ids`);
    const change =
      Number(time) < deps.clock() - deps.days * dayMs ? null : await store.find({ time, id: number }, actor);
    if (!change) throw notFound(`There is no change ${quoted(id)}`);
    const reversal = findReversal(change, reversals);
    if (!reversal) throw badRequest(`the change ${quoted(id)} cannot be undone: ${rule}`);
    const changes = await store.withReplaced(change, actor);
    await reversal.checkRights(actor, changes);
    await reversal.takeBack(actor, changes, async (tx) => {
      const isFollowed = (await store.findFollowed(tx, changes)).length > 0;
      if (isFollowed || (await reversal.findStale(tx, changes, actor)).length > 0)
        throw conflict(explainConflict(change, id));
      await sets.mark(tx, changes, toUndoId(actor));
    });
    return true;
  };

export const rule =
  'only edited tags, owners, domains, terms, links, deprecations and lineage, whose members take at most 16 KiB, and descriptions of at most 4 KiB can, on entities that people can edit so';

function explainConflict(change: FoundChange, id: string): string {
  const since = `The same thing has changed again since the change ${quoted(id)}, or its entity or tag was deleted; \`changes\` shows how`;
  return isDetailed(change)
    ? since
    : `${since}. An earlier version recorded this change, without the associations of the tag: it can only be undone while ` +
        'the place has the tag exactly once, or not at all after a removal';
}
