import type { Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { writeAssociation } from './association.js';
import type { Category, Change, Operation } from './change.js';
import { writeGone } from './elements.js';
import { type Fact, readColumnPaths, readFacts, type SimilarFacts } from './facts.js';
import { findOtherPaths, isUnderOtherPath, underNewPaths } from './same-columns.js';

/** An aspect before and after a transaction. */
export interface Compared {
  readonly entityUrn: string;
  readonly aspect: string;
  /** Null: it did not exist. */
  readonly before: Readonly<Json> | null;
  /** Null: it does not exist any longer. */
  readonly after: Readonly<Json> | null;
  /** Whether the transaction created the entity. Of a new entity, only some categories are recorded. */
  readonly isNew: boolean;
}

/** What the history tells of a new entity, beside its creation. */
const recordedOfNew: ReadonlySet<Category> = new Set(['TAG', 'GLOSSARY_TERM', 'OWNER']);

/** Operations of categories in which facts do not come and go. */
const operations: { readonly [C in Category]?: Readonly<Partial<Record<Operation, Operation>>> } = {
  DEPRECATION: { ADD: 'MODIFY', REMOVE: 'MODIFY' },
  LIFECYCLE: { ADD: 'SOFT_DELETE', REMOVE: 'REINSTATE' },
  PROPERTIES: { ADD: 'MODIFY', REMOVE: 'MODIFY' },
};

/**
 * Returns what differs. An aspect that was written again as it was has no changes, nor has a column whose path has only
 * changed its version.
 */
export function* compareAspect(compared: Compared): Steps<Omit<Change, 'runId'>[]> {
  const { entityUrn, aspect, before, after, isNew } = compared;
  const paths = [yield* readColumnPaths(aspect, before), yield* readColumnPaths(aspect, after)] as const;
  const others = yield* findOtherPaths(...paths);
  const old = yield* underNewPaths(yield* readFacts(aspect, before), paths, others);
  const now = yield* readFacts(aspect, after);
  const changes: Omit<Change, 'runId'>[] = [];
  function* add(operation: Operation, was: Fact | undefined, is: Fact | undefined): Steps<void> {
    const { category, fieldPath, modifier } = (is ?? was)!;
    changes.push({
      ...{ entityUrn, aspect, category, fieldPath, modifier },
      ...{ before: was?.text ?? null, after: is?.text ?? null },
      operation: operations[category]?.[operation] ?? operation,
      ...(category === 'TAG' ? yield* writeAssociation(aspect, (is ?? was)!) : yield* writeGone(aspect, was)),
    });
  }
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(key), now.get(key)];
    const [had, has] = [isSaid(was), isSaid(is)];
    if (!had && !has) continue;
    const operation = had ? (has ? 'MODIFY' : 'REMOVE') : 'ADD';
    const gone = without(was, is);
    for (const fact of without(is, was)) {
      if (isNew && !recordedOfNew.has(fact.category)) continue;
      if (operation === 'ADD' && isUnderOtherPath(old, fact, others)) continue;
      yield* add(operation, gone.shift(), fact);
    }
    for (const fact of gone)
      if (operation !== 'REMOVE' || !isUnderOtherPath(now, fact, others))
        yield* add(operation, fact, undefined);
  }
  return changes;
}

/** An empty description says nothing, but undo restores it. */
const isSaid = (facts: SimilarFacts | undefined): boolean =>
  [...(facts?.values() ?? [])].some(({ text }) => text !== '');

const without = (facts: SimilarFacts | undefined, others: SimilarFacts | undefined): Fact[] =>
  [...(facts?.values() ?? [])].filter(({ text }) => !others?.has(text));
