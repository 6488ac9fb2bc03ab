import type { Actor } from '../core/actor.js';
import { type Clock, dayMs } from '../core/clock.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { getEntityType, quoted } from '../core/urn.js';
import type { Precondition } from '../db/query.js';
import { isAsLeft, type ReadAspect } from './as-left.js';
import type { ChangeListStore, RecordedChange } from './list-store.js';

/** An entity or a column, as the use cases name it. */
interface Target {
  readonly resourceUrn: string;
  readonly subResource?: string;
  readonly subResourceType?: 'DATASET_FIELD';
}

type ChangeTags = (
  actor: Actor,
  tagUrns: readonly string[],
  targets: readonly Target[],
  precondition: Precondition,
) => Promise<true>;

/** The use cases that put something back, with their rules and rights. */
export interface Reversals {
  readonly addTags: ChangeTags;
  readonly removeTags: ChangeTags;
  updateDescription(
    actor: Actor,
    target: Target,
    description: string,
    precondition: Precondition,
  ): Promise<true>;
  /** Returns the aspect that has the description of entities of a type. */
  findDescribedAspect(entityType: string): string | undefined;
  readonly readAspect: ReadAspect;
}

export interface HistoryDeps {
  readonly store: ChangeListStore;
  readonly reversals: Reversals;
  readonly clock: Clock;
  /** Days that changes can be read. */
  readonly days: number;
}

const taggedBy: readonly (string | null)[] = ['globalTags', 'editableSchemaMetadata'];

/** Whether `undoChange` can take a change back, if nothing has changed since. */
export function isUndoable(change: RecordedChange, { findDescribedAspect }: Reversals): boolean {
  const { aspect, category, entityUrn, fieldPath, isCut, modifier } = change;
  if (category === 'TAG') return taggedBy.includes(aspect);
  if (category !== 'DOCUMENTATION' || isCut || modifier !== null) return false;
  const edited = fieldPath === '' ? findDescribedAspect(getEntityType(entityUrn)) : 'editableSchemaMetadata';
  return aspect === edited;
}

/** The time and the id of a change. */
const idPattern = /^(\d{1,15})-(\d{1,18})$/;

/**
 * Takes a change back: removes a tag that was added, adds one that was removed, or restores a description.
 *
 * @throws BAD_REQUEST when the change cannot be undone, CONFLICT when the same thing has changed or was deleted since,
 * NOT_FOUND
 * @throws what the change itself would throw
 */
export const undoChange =
  (deps: HistoryDeps) =>
  async (actor: Actor, id: string): Promise<true> => {
    const { store, reversals } = deps;
    const [, time, number] = idPattern.exec(id) ?? [];
    if (!time || !number)
      throw badRequest(`${quoted(id)} is not the id of a change; \`changes\` returns ids`);
    const change =
      Number(time) < deps.clock() - deps.days * dayMs ? null : await store.find({ time, id: number }, actor);
    if (!change) throw notFound(`There is no change ${quoted(id)}`);
    if (!isUndoable(change, reversals))
      throw badRequest(
        `the change ${quoted(id)} cannot be undone: only edited tags and descriptions of at most 4 KiB can`,
      );
    const isLast: Precondition = async (tx) => {
      if ((await store.isLast(tx, change)) && (await isAsLeft(reversals.readAspect)(tx, change, actor)))
        return;
      throw conflict(
        `The same thing has changed again since the change ${quoted(id)}, or its entity or tag was deleted; \`changes\` shows how`,
      );
    };
    const { category, operation, modifier, before, entityUrn: resourceUrn, fieldPath } = change;
    const target: Target = {
      resourceUrn,
      ...(fieldPath !== '' && { subResource: fieldPath, subResourceType: 'DATASET_FIELD' }),
    };
    if (category === 'DOCUMENTATION') return reversals.updateDescription(actor, target, before ?? '', isLast);
    return operation === 'ADD'
      ? reversals.removeTags(actor, [modifier!], [target], isLast)
      : reversals.addTags(actor, [modifier!], [target], isLast);
  };
