import { createHash } from 'node:crypto';
import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { judgedWithin } from '../core/standing.js';
import { type ChangeKey, top } from './change-set-store.js';
import type { CompleteChange, RecordedChange } from './list-store.js';
import { RefusedChanges } from './refused-changes.js';
import { findReversal, type HistoryDeps, type Reversal, type Reversals, rule } from './undo.js';

/** Changes of a call that can be undone together: that many are checked in a few seconds. */
export const maxSetSize = 100_000;
/** Changes that are checked at once. */
const checkedAtOnce = 2_000;

/** A call whose changes are taken back. */
export interface ChangeSet {
  readonly actor: Actor;
  readonly set: string;
  /** ms since the epoch: older changes are not undone. */
  readonly from: number;
  /** The calls whose changes are no reason for a conflict: the set, and what takes it back. */
  readonly own: readonly string[];
}

/**
 * Checks all changes before any is taken back. Each page is read once, and so are the later changes of each entity.
 *
 * @returns how many there are
 * @throws BAD_REQUEST, UNAUTHORIZED, CONFLICT
 */
export async function checkSet(deps: HistoryDeps, undo: ChangeSet): Promise<number> {
  const { sets, reversals } = deps;
  const { actor, set, from } = undo;
  const { count, oldest } = await sets.measure(set, from, maxSetSize + 1, actor);
  if (count > maxSetSize) throw tooMany(set);
  if (oldest === null) return 0;
  const [final, stale] = [new RefusedChanges(), new RefusedChanges()];
  const [things, later] = [new SeenTexts(), laterChanges(deps, undo, oldest)];
  for (let below = top; ; ) {
    const page = await sets.page(set, from, below, checkedAtOnce, actor);
    // Of several changes of one thing, only the newest can have left it as it is.
    const newest = new Set(page.filter((change) => things.add(toThing(change))));
    const byReversal = groupByReversal(page, reversals);
    final.add(byReversal.get(undefined) ?? []);
    byReversal.delete(undefined);
    const refused = new Set<RecordedChange>(await later.find([...byReversal.values()].flat()));
    for (const [reversal, some] of byReversal as ReadonlyMap<Reversal, CompleteChange[]>) {
      await judgedWithin(actor, () => reversal.checkRights(actor, some));
      const last = some.filter((change) => newest.has(change));
      if (last.length === 0) continue;
      for (const change of await sets.reads(actor, (tx) => reversal.findStale(tx, last, actor)))
        refused.add(change);
    }
    stale.add(refused);
    if (page.length < checkedAtOnce) break;
    below = page.at(-1)!;
  }
  if (final.count > 0) throw final.toError('BAD_REQUEST', `cannot be undone: ${rule}. ${restoreHint}`);
  if (stale.count > 0) throw stale.toError('CONFLICT', changedSince);
  return count;
}

function groupByReversal(
  page: readonly CompleteChange[],
  reversals: Reversals,
): Map<Reversal | undefined, CompleteChange[]> {
  const groups = new Map<Reversal | undefined, CompleteChange[]>();
  for (const change of page) {
    const reversal = findReversal(change, reversals);
    const group = groups.get(reversal);
    if (group) group.push(change);
    else groups.set(reversal, [change]);
  }
  return groups;
}

const restoreHint = '`restoreTag` brings a deleted tag back, with its places. Nothing was changed';
const changedSince =
  'are of things that have changed again since, or whose entity or tag was deleted; `changes` shows how. Nothing was changed';

const tooMany = (set: string) =>
  badRequest(
    `The call "${set}" has more than ${maxSetSize} changes that are not undone, and at most ${maxSetSize} can be undone ` +
      'together. `undoChange` takes back one change. Nothing was changed',
  );

/** What a change has changed. */
export const toThing = ({ category, entityUrn, fieldPath, modifier, aspect }: RecordedChange): string =>
  [category, entityUrn, fieldPath, modifier, aspect].join('\0');

/** Finds the changes of a set that other changes have followed. @param oldest the time of the first change of the set */
function laterChanges({ sets }: HistoryDeps, { actor, set, own }: ChangeSet, oldest: number) {
  const [entities, deletable] = [new SeenTexts(), new SeenTexts()];
  const followed = new Set<string>();
  const deletions = new Map<string, ChangeKey>();
  const isDeleted = (urn: string | null, change: ChangeKey) => {
    const deletion = deletions.get(urn ?? '');
    return deletion !== undefined && isAfter(deletion, change);
  };

  return {
    async find(page: readonly CompleteChange[]): Promise<CompleteChange[]> {
      const changed = page.map(({ entityUrn }) => entityUrn).filter((urn) => entities.add(urn));
      if (changed.length > 0)
        for (const { time, id } of await sets.findFollowed(set, oldest, changed, own, actor))
          followed.add(`${time}-${id}`);
      const named = page
        .flatMap(({ entityUrn, modifier }) => [entityUrn, modifier ?? entityUrn])
        .filter((urn) => deletable.add(urn));
      if (named.length > 0)
        for (const deletion of await sets.findDeletions(named, oldest, actor))
          deletions.set(deletion.urn, deletion);
      return page.filter(
        (change) =>
          followed.has(`${change.time}-${change.id}`) ||
          isDeleted(change.entityUrn, change) ||
          isDeleted(change.modifier, change),
      );
    },
  };
}

const isAfter = (one: ChangeKey, other: ChangeKey) =>
  one.time > other.time || (one.time === other.time && one.id > other.id);

/** Texts of any length, each of which takes a few bytes. */
class SeenTexts {
  readonly #digests = new Set<string>();

  /** Returns whether the text is new. */
  add(text: string): boolean {
    const before = this.#digests.size;
    return this.#digests.add(createHash('sha1').update(text).digest('base64')).size > before;
  }
}
