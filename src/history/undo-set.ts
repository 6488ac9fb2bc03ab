import type { Actor } from '../core/actor.js';
import { dayMs } from '../core/clock.js';
import { CatalogError, conflict, notFound } from '../core/errors.js';
import { judgedWithin } from '../core/standing.js';
import type { Transaction } from '../db/query.js';
import { parseChangeSet, toUndoId } from './change-set.js';
import { type SetChange, top } from './change-set-store.js';
import type { RecordedChange } from './list-store.js';
import { type HistoryDeps, isUndoable, rule } from './undo.js';

/** Changes that are checked at once, and that one transaction takes back. */
const [checkedAtOnce, undoneAtOnce] = [2_000, 500];
/** Ids of refused changes that an error lists, and those that its message names. */
const [listed, named] = [100, 3];

interface Undo {
  readonly actor: Actor;
  readonly set: string;
  readonly from: number;
  /** The calls whose changes are no reason for a conflict: the set, and what takes it back. */
  readonly own: readonly string[];
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
    const set = parseChangeSet(changeSet);
    const from = Math.max(0, deps.clock() - deps.days * dayMs);
    const by = toUndoId(actor);
    const earlier = await deps.sets.findUndone(set, from, actor);
    const undo: Undo = { actor, set, from, by, own: [set, by, ...earlier] };
    const unclaim = actor.deadline?.claimAnswer();
    let done = 0;
    try {
      if ((await check(deps, undo)) === 0) throw nothingToUndo(set, earlier);
      for (;;) {
        const count = await undoNext(deps, undo);
        if (count === 0) return true;
        done += count;
      }
    } catch (error) {
      if (actor.deadline?.passed) throw unfinished(set, done, error);
      throw error;
    } finally {
      unclaim?.();
    }
  };

/** Checks all changes before any is taken back. @returns how many there are */
async function check(deps: HistoryDeps, undo: Undo): Promise<number> {
  const { sets, reversals } = deps;
  const { actor, set, from } = undo;
  const [final, stale] = [new Refused(), new Refused()];
  let count = 0;
  for (let below = top; ; ) {
    const page = await sets.page(set, from, below, checkedAtOnce, actor);
    count += page.length;
    const possible = page.filter((change) => isUndoable(change, reversals));
    final.add(page.filter((change) => !isUndoable(change, reversals)));
    for (const category of new Set(possible.map((change) => change.category))) {
      const some = possible.filter((change) => change.category === category);
      await judgedWithin(actor, () => reversals[category]!.checkRights(actor, some));
      // Of several changes of one thing, only the newest can have left it as it is.
      const newest = some.filter(({ isNewest }) => isNewest);
      if (newest.length > 0) stale.add(await sets.reads(actor, (tx) => findChanged(deps, undo, tx, newest)));
    }
    if (page.length < checkedAtOnce) break;
    below = page.at(-1)!;
  }
  if (final.count > 0) throw final.toError('BAD_REQUEST', `cannot be undone: ${rule}. ${restoreHint}`);
  if (stale.count > 0) throw stale.toError('CONFLICT', changedSince);
  return count;
}

const restoreHint = '`restoreTag` brings a deleted tag back, with its places. Nothing was changed';
const changedSince =
  'are of things that have changed again since, or whose entity or tag was deleted; `changes` shows how. Nothing was changed';

/** Takes back the next changes of one category and of different things. @returns how many */
async function undoNext(deps: HistoryDeps, undo: Undo): Promise<number> {
  const { sets, reversals } = deps;
  const { actor, set, from, by } = undo;
  const step = takeStep(await sets.page(set, from, top, undoneAtOnce, actor));
  if (step.length === 0) return 0;
  const reversal = reversals[step[0]!.category]!;
  await judgedWithin(actor, async () => {
    await reversal.checkRights(actor, step);
    await reversal.takeBack(actor, step, async (tx) => {
      const stale = new Refused();
      stale.add(await findChanged(deps, undo, tx, step));
      if (stale.count > 0) throw stale.toError('CONFLICT', 'have changed again during the undo');
      await sets.mark(tx, step, by);
    });
  });
  return step.length;
}

function takeStep(page: readonly SetChange[]): SetChange[] {
  const things = new Set<string>();
  const step: SetChange[] = [];
  for (const change of page) {
    const { category, entityUrn, fieldPath, modifier, aspect } = change;
    const thing = [entityUrn, fieldPath, modifier, aspect].join('\0');
    if (category !== page[0]!.category || things.has(thing)) break;
    things.add(thing);
    step.push(change);
  }
  return step;
}

async function findChanged(
  { store, reversals }: HistoryDeps,
  { actor, own }: Undo,
  tx: Transaction,
  changes: readonly SetChange[],
): Promise<Set<RecordedChange>> {
  const reversal = reversals[changes[0]!.category]!;
  return new Set([
    ...(await store.findFollowed(tx, changes, own)),
    ...(await reversal.findStale(tx, changes, actor)),
  ]);
}

/** The refused changes: their number, and the first of them. */
class Refused {
  count = 0;
  readonly #first: RecordedChange[] = [];

  add(changes: Iterable<RecordedChange>): void {
    for (const change of changes) {
      this.count += 1;
      if (this.#first.length < listed) this.#first.push(change);
    }
  }

  toError(type: 'BAD_REQUEST' | 'CONFLICT', why: string): CatalogError {
    const first = this.#first.slice(0, named).map((change) => `${toId(change)} (${describe(change)})`);
    const more = this.count > named ? ` and ${this.count - named} more` : '';
    return new CatalogError(type, `The changes ${first.join(', ')}${more} ${why}`, {
      changeIds: this.#first.map(toId),
    });
  }
}

const toId = ({ time, id }: RecordedChange) => `${time}-${id}`;
const describe = ({ category, operation, entityUrn }: RecordedChange) =>
  `${category} ${operation} of ${entityUrn}`;

const nothingToUndo = (set: string, earlier: readonly string[]) =>
  earlier.length === 0
    ? notFound(`There are no changes of the call "${set}"`)
    : conflict(
        `All changes of the call "${set}" are undone, by ${earlier.slice(0, named).join(', ')}. undoChanges of that call takes it back`,
      );

const unfinished = (set: string, done: number, cause: unknown) =>
  new CatalogError(
    'SERVICE_UNAVAILABLE',
    `The undo of the call "${set}" did not end before the request timeout; this request has undone ${done} changes. Send ` +
      'the same request again: it continues with the rest',
    { cause },
  );
