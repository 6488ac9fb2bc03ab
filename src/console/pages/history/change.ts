import { graphql, type ResultOf } from '../../../client/documents.js';
import { namedEntity } from '../../../client/named-entity.js';
import type { Rights } from '../../api/use-rights.js';
import { columnKeys } from '../../model/field-path.js';

/** The fields that the line of a change shows. */
export const shownChange = graphql(
  `
    fragment ShownChange on Change {
      id
      time
      actor {
        ...NamedEntity
      }
      entity {
        ...NamedEntity
      }
      fieldPath
      aspectName
      category
      operation
      modifier
      modifierEntity {
        ...NamedEntity
      }
      from
      to
      runId
      undoable
    }
  `,
  [namedEntity],
);

export type Change = ResultOf<typeof shownChange>;

/** Changes that one sentence tells: somebody did the same to several things of one entity at one time. */
export interface Act {
  readonly changes: readonly [Change, ...Change[]];
}

/** Changes of one action are at most this far apart: a large action is several transactions. */
const togetherMs = 1_000;

/** What one sentence has in common. A schema changes as a whole, and each text is told by itself. */
const sentenceKey = ({ actor, entity, runId, category, operation, id }: Change): string =>
  [
    actor.urn,
    entity.urn,
    runId,
    category,
    category === 'TECHNICAL_SCHEMA' || operation,
    ['TAG', 'GLOSSARY_TERM', 'OWNER', 'DOMAIN', 'TECHNICAL_SCHEMA'].includes(category) || id,
  ].join('\n');

/** Returns the acts of changes, in the order of the changes: the newest first. */
export function groupChanges(changes: readonly Change[]): Act[] {
  const runs: [Change, ...Change[]][] = [];
  for (const change of changes) {
    const [first] = runs.at(-1) ?? [];
    if (first && sentenceKey(first) === sentenceKey(change) && first.time - change.time <= togetherMs)
      runs.at(-1)!.push(change);
    else runs.push([change]);
  }
  return runs.flatMap(splitByPlaces);
}

/** Splits changes, so that each part has the same tags on all of its columns: "PII and GDPR on email". */
function splitByPlaces(run: [Change, ...Change[]]): Act[] {
  if (run[0].category === 'TECHNICAL_SCHEMA') return [{ changes: run }];
  const ofModifier = Object.values(groupBy(run, ({ modifier }) => modifier ?? ''));
  const acts = groupBy(ofModifier, (changes) =>
    changes
      .map(({ fieldPath }) => fieldPath ?? '')
      .sort()
      .join('\n'),
  );
  return Object.values(acts).map((lists) => ({ changes: lists.flat() as [Change, ...Change[]] }));
}

function groupBy<Value>(values: readonly Value[], key: (value: Value) => string): Record<string, Value[]> {
  const groups: Record<string, Value[]> = {};
  // No key is a number, which would come first, or `__proto__`.
  for (const value of values) {
    const name = `=${key(value)}`;
    groups[name] = [...(groups[name] ?? []), value];
  }
  return groups;
}

const thing = ({ entity, category, modifier, aspectName }: Change, column: string): string =>
  [entity.urn, category, column, modifier, aspectName].join('\n');

const isReverse = (change: Change, next: Change): boolean =>
  next.category === 'DOCUMENTATION' && next.modifier === null
    ? next.from === change.to && next.to === change.from
    : (change.operation === 'ADD' && next.operation === 'REMOVE') ||
      (change.operation === 'REMOVE' && next.operation === 'ADD');

/** What has become of a change: it can be taken back, or the next change of the same thing took it back. */
export type Outcome = 'undoable' | 'undone' | 'final';

/** Returns what has become of each change, by id. @param changes of one entity, the newest first, with none left out */
export function findOutcomes(changes: readonly Change[]): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  const later = new Map<string, Change>();
  const toKey = columnKeys(changes.map(({ fieldPath }) => fieldPath ?? ''));
  let isDeleted = false;
  for (const change of changes) {
    const key = thing(change, toKey(change.fieldPath ?? ''));
    const next = later.get(key);
    later.set(key, change);
    isDeleted ||= change.operation === 'HARD_DELETE';
    const isLast = change.undoable && !next && !isDeleted;
    outcomes.set(change.id, isLast ? 'undoable' : next && isReverse(change, next) ? 'undone' : 'final');
  }
  return outcomes;
}

/** Whether the caller may take a change back. Only hides what the service would refuse. */
export function mayUndo({ category, fieldPath }: Change, rights: Rights): boolean {
  if (category === 'TAG') return rights.may(fieldPath ? 'EDIT_DATASET_COL_TAGS' : 'EDIT_ENTITY_TAGS');
  return rights.may(fieldPath ? 'EDIT_DATASET_COL_DESCRIPTION' : 'EDIT_ENTITY_DOCS');
}
