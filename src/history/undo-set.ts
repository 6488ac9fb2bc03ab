import type { Actor } from '../core/actor.js';
import { parseCallId } from '../core/call-id.js';
import { dayMs } from '../core/clock.js';
import { CatalogError, conflict, notFound } from '../core/errors.js';
import { judgedWithin } from '../core/standing.js';
import { toUndoId } from './change-set.js';
import { top } from './change-set-store.js';
import { type ChangeSet, checkSet, toThing } from './check-set.js';
import type { CompleteChange } from './list-store.js';
import { RefusedChanges } from './refused-changes.js';
import { findReversal, type HistoryDeps, type Reversal } from './undo.js';

/** Changes that one transaction takes back. */
const undoneAtOnce = 500;
/** Calls that an error names. */
const named = 3;

interface Undo extends ChangeSet {
  /** The id of the call that takes the changes back. */
  readonly by: string;
}

/**
 * Takes back all changes of one call, the newest first, in steps of one transaction each. What is done when the deadline
 * passes stays done: the same request continues.
 *
 * @throws before anything is written: BAD_REQUEST when a change cannot be undone, CONFLICT when the same thing has
 * changed since, UNAUTHORIZED, NOT_FOUND
 * @throws SERVICE_UNAVAILABLE when the deadline passes
 */
export const undoChanges =
  (deps: HistoryDeps) =>
  async (actor: Actor, changeSet: string): Promise<true> => {
    const set = parseCallId(changeSet, 'changeSet');
    const from = Math.max(0, deps.clock() - deps.days * dayMs);
    const by = toUndoId(actor);
    const earlier = await deps.sets.findUndone(set, from, actor);
    const undo: Undo = { actor, set, from, by, own: [set, by, ...earlier] };
    const unclaim = actor.deadline?.claimAnswer();
    let done: number | null = null;
    try {
      let count = await checkSet(deps, undo);
      for (done = 0; count > 0; done += count) count = await undoNext(deps, undo);
      // Read again: another call may have undone them since.
      if (done === 0) throw nothingToUndo(set, await deps.sets.findUndone(set, from, actor));
      return true;
    } catch (error) {
      if (actor.deadline?.passed) throw unfinished(set, done, error);
      throw error;
    } finally {
      unclaim?.();
    }
  };

/** Takes back the next changes that are taken back in the same way, of different things. @returns how many */
async function undoNext(deps: HistoryDeps, undo: Undo): Promise<number> {
  const { store, sets, reversals } = deps;
  const { actor, set, from, own, by } = undo;
  const page = await sets.page(set, from, top, undoneAtOnce, actor);
  if (page.length === 0) return 0;
  const reversal = findReversal(page[0]!, reversals)!;
  const step = takeStep(page, reversal);
  await judgedWithin(actor, async () => {
    await reversal.checkRights(actor, step);
    await reversal.takeBack(actor, step, async (tx) => {
      const stale = new RefusedChanges();
      stale.add(
        new Set([
          ...(await store.findFollowed(tx, step, own)),
          ...(await reversal.findStale(tx, step, actor)),
        ]),
      );
      if (stale.count > 0) throw stale.toError('CONFLICT', 'have changed again during the undo');
      await sets.mark(tx, step, by);
    });
  });
  return step.length;
}

function takeStep(page: readonly CompleteChange[], reversal: Reversal): CompleteChange[] {
  const things = new Set<string>();
  const step: CompleteChange[] = [];
  for (const change of page) {
    const thing = toThing(change);
    if (!reversal.isUndoable(change) || things.has(thing)) break;
    things.add(thing);
    step.push(change);
  }
  return step;
}

const nothingToUndo = (set: string, earlier: readonly string[]) =>
  earlier.length === 0
    ? notFound(`There are no changes of the call "${set}"`)
    : conflict(
        `All changes of the call "${set}" are undone, by ${earlier.slice(0, named).join(', ')}. undoChanges of that call takes it back`,
      );

/** @param done null: the check has not ended */
const unfinished = (set: string, done: number | null, cause: unknown) =>
  new CatalogError(
    'SERVICE_UNAVAILABLE',
    done === null
      ? `The check of the changes of the call "${set}" did not end before the request timeout, so this request has changed ` +
          'nothing. Try again when the service has less to do, or raise REQUEST_TIMEOUT_MS'
      : `The undo of the call "${set}" did not end before the request timeout; this request has undone ${done} changes. ` +
          'Send the same request again: it continues with the rest',
    { cause },
  );
