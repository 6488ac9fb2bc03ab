import type { Actor } from '../core/actor.js';
import { parseCallId } from '../core/call-id.js';
import { dayMs } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { parseUrn, quoted } from '../core/urn.js';
import { categories } from '../datahub/change-kinds.js';
import type { Visibility } from '../visibility/visibility.js';
import type { Category } from './change.js';
import { type FoundChange, maxTotal } from './list-store.js';
import { findReversal, type HistoryDeps, isDetailed } from './undo.js';

type Given<T> = T | null | undefined;

/** The changes to return: those that match every criterion that is given. */
export interface ChangeCriteria {
  readonly urn?: Given<string>;
  /** A column of the entity. */
  readonly fieldPath?: Given<string>;
  readonly actorUrn?: Given<string>;
  readonly changeSet?: Given<string>;
  /** Empty: any. */
  readonly categories?: Given<readonly string[]>;
}

/** A change, and whether it can be undone, and exactly, if nothing has changed since. */
export type ListedChange = FoundChange & { readonly undoable: boolean; readonly detailed: boolean };

/** Categories whose values are URNs: an entity has the tag, or does not. */
const ofUrns: ReadonlySet<Category> = new Set(['TAG', 'GLOSSARY_TERM', 'OWNER', 'DOMAIN']);

/**
 * Returns a change with its URN as its value. The type of an owner is a value only where it is what changes. An empty
 * description is none.
 */
function withValues(change: FoundChange): FoundChange {
  const { category, operation, modifier, before, after } = change;
  if (category === 'DOCUMENTATION') return { ...change, before: before || null, after: after || null };
  if (!ofUrns.has(category) || operation === 'MODIFY') return change;
  return operation === 'ADD' ? { ...change, after: modifier } : { ...change, before: modifier };
}

export interface ChangePage {
  readonly start: number;
  readonly count: number;
  /** At most 10,000. */
  readonly total: number;
  readonly changes: readonly ListedChange[];
}

/** Returns a page of the changes that match, newest first. @throws BAD_REQUEST */
export const listChanges =
  (deps: HistoryDeps & { readonly visibility: Visibility; readonly pageSizeMax: number }) =>
  async (
    actor: Actor,
    { urn, fieldPath, actorUrn, changeSet, categories: given }: ChangeCriteria,
    { start, count }: { start?: Given<number>; count?: Given<number> },
  ): Promise<ChangePage> => {
    const page = checkPage(start, count, deps.pageSizeMax);
    if (page.start + page.count > maxTotal)
      throw badRequest(
        `start and count end at ${page.start + page.count}; at most ${maxTotal} changes can be paged through`,
      );
    if (fieldPath != null && urn == null)
      throw badRequest('fieldPath names a column; `urn` has to name its dataset');
    const from = Math.max(0, deps.clock() - deps.days * dayMs);
    const checked = {
      urn: urn == null ? null : parseUrn(urn).urn,
      actorUrn: actorUrn == null ? null : parseUrn(actorUrn, 'actorUrn').urn,
      categories: given == null || given.length === 0 ? null : given.map(checkCategory),
      changeSet: changeSet == null ? null : parseCallId(changeSet, 'changeSet'),
      from,
      limit: deps.visibility.limit(actor),
    };
    const column = fieldPath == null ? null : { urn: checked.urn!, fieldPath, from };
    const filter = { ...checked, fieldPaths: column && (await deps.store.columnPaths(column, actor)) };
    const [total, changes] = [
      await deps.store.count(filter, actor),
      await deps.store.page(filter, page, actor),
    ];
    return {
      ...page,
      total,
      changes: changes.map((change) => ({
        ...withValues(change),
        undoable: findReversal(change, deps.reversals) !== undefined,
        detailed: isDetailed(change),
      })),
    };
  };

function checkCategory(name: string): Category {
  const category = categories.find((one) => one === name);
  if (!category) throw badRequest(`there is no category ${quoted(name)}; there are ${categories.join(', ')}`);
  return category;
}
