import { FieldPaths } from '../core/field-paths.js';
import type { Steps } from '../scheduling/steps.js';
import { type Fact, type FactsByKey, type SimilarFacts, toKey } from './facts.js';

/** The paths of the columns that an aspect lists. */
export type ColumnPaths = ReadonlySet<string>;

/** Columns that have two paths in an aspect before and after a change: for each path, the other one. */
export type OtherPaths = ReadonlyMap<string, string>;

/** Returns the columns with two paths (docs/wire-contract.md, "Field paths"). */
export function* findOtherPaths(before: ColumnPaths, after: ColumnPaths): Steps<OtherPaths> {
  const others = new Map<string, string>();
  const paths = new Set([...before, ...after]);
  const all = new FieldPaths(paths);
  for (const path of paths) {
    const other = all.sameAs(path).find((same) => same !== path);
    if (other !== undefined) others.set(path, other);
    yield;
  }
  return others;
}

/** Returns former facts of columns under the paths that the columns have now, where only their paths have changed. */
export function* underNewPaths(
  facts: FactsByKey,
  [before, after]: readonly [ColumnPaths, ColumnPaths],
  others: OtherPaths,
): Steps<FactsByKey> {
  if (others.size === 0) return facts;
  const moved = new Map<string, SimilarFacts>();
  for (const [key, similar] of facts) {
    const [fact] = similar.values();
    const other = others.get(fact!.fieldPath);
    const isMoved = other !== undefined && !after.has(fact!.fieldPath) && !before.has(other);
    moved.set(isMoved ? toKey({ ...fact!, fieldPath: other }) : key, similar);
    yield;
  }
  return moved;
}

/** Whether a column has a fact under its other path, so that the column neither gets nor loses it. */
export function isUnderOtherPath(facts: FactsByKey, fact: Fact, others: OtherPaths): boolean {
  const fieldPath = others.get(fact.fieldPath);
  return fieldPath !== undefined && facts.get(toKey({ ...fact, fieldPath }))?.has(fact.text) === true;
}
