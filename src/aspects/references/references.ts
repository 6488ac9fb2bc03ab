import { readUrn } from '../../core/urn.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';
import type { AspectUpsert } from '../aspect.js';
import { type ReferencePath, referencePaths, type Step } from './paths.js';
import { type EdgeStamps, readStamps } from './stamps.js';

/** A URN in an aspect: a row of `entity_references`. */
export interface Reference {
  readonly source: string;
  readonly aspect: string;
  /** The order of the references of one aspect. */
  readonly position: number;
  readonly relationship: string;
  readonly target: string;
  /** Empty unless a column refers to the target. */
  readonly fieldPath: string;
  /** No column of the row. */
  stamps: EdgeStamps | null;
}

/** An aspect that can have references, with their number. */
export interface Referring {
  readonly source: string;
  readonly aspect: string;
  readonly count: number;
}

/**
 * Appends the references of an aspect. Values that are not URNs are skipped: these aspects have no model that refuses
 * them.
 */
export function* addReferences(
  { urn: source, name: aspect, value }: Pick<AspectUpsert, 'urn' | 'name' | 'value'>,
  referring: Referring[],
  references: Reference[],
): Steps<void> {
  const paths = referencePaths(aspect);
  if (paths === null) return;
  const seen = new Map<string, number>();
  const first = references.length;
  for (const { relationship, ...path } of paths) {
    for (const { urn, fieldPath, stamps } of yield* textsAt(value, path)) {
      yield;
      const target = readUrn(urn)?.urn;
      if (target === undefined) continue;
      const key = `${relationship}\0${target}\0${fieldPath}`;
      const same = references[seen.get(key) ?? -1];
      if (same !== undefined) {
        same.stamps ??= stamps;
        continue;
      }
      seen.set(key, references.length);
      const position = references.length - first;
      references.push({ source, aspect, position, relationship, target, fieldPath, stamps });
    }
  }
  referring.push({ source, aspect, count: references.length - first });
}

type Found = Pick<Reference, 'fieldPath' | 'stamps'> & { readonly urn: string };

function* textsAt(
  value: unknown,
  { steps, findColumn }: Pick<ReferencePath, 'steps' | 'findColumn'>,
): Steps<readonly Found[]> {
  const found: Found[] = [];
  function* walk(from: unknown, first: number, column: string | null): Steps<void> {
    let [part, stamps] = [from, null as EdgeStamps | null];
    for (let index = first; index < steps.length; index += 1) {
      const { name } = steps[index]!;
      if (name === '*') {
        for (const element of Array.isArray(part) ? part : []) {
          yield;
          yield* walk(element, index + 1, column ?? (isObject(element) ? findColumn(element) : ''));
        }
        return;
      }
      if (!isObject(part) || !Object.hasOwn(part, name)) return;
      // The stamps of the aspect itself are not those of a reference.
      if (first > 0) stamps = readStamps(part);
      part = part[name];
    }
    if (typeof part === 'string') found.push({ urn: part, fieldPath: column ?? '', stamps });
  }
  yield* walk(value, 0, null);
  return found;
}

/**
 * Returns an aspect without its references to a URN. An element of a list that requires the URN is removed, and so is
 * an object with such a required field.
 *
 * @returns null when the aspect itself requires the URN
 */
export function* withoutReferences(
  aspect: string,
  value: Readonly<Json>,
  target: string,
): Steps<Json | null> {
  let left: unknown = value;
  for (const { steps } of referencePaths(aspect) ?? []) left = yield* without(left, steps, target);
  return (left as Json | undefined) ?? null;
}

/** Returns undefined when nothing of the value is left. */
function* without(value: unknown, [step, ...rest]: readonly Step[], target: string): Steps<unknown> {
  if (step === undefined) return value === target ? undefined : value;
  const { name, isOptional } = step;
  if (name === '*') {
    if (!Array.isArray(value)) return value;
    const left: unknown[] = [];
    for (const element of value) {
      const kept = yield* without(element, rest, target);
      if (kept !== undefined) left.push(kept);
      yield;
    }
    return left;
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const kept = yield* without(value[name], rest, target);
  if (kept === value[name]) return value;
  const { [name]: _, ...others } = value;
  if (kept !== undefined) return { ...value, [name]: kept };
  return isOptional ? others : undefined;
}
