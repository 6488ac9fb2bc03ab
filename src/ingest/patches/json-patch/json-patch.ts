import { normalForm, quoted } from '../../../core/urn.js';
import { maxDepth } from '../../../json/lossless-json.js';
import { isDeeperInSteps } from '../../../json/lossless-json-steps.js';
import { finish, type Steps } from '../../../scheduling/steps.js';
import { type ArrayKeys, fromKeyedInSteps, type KeyTree, toKeyedInSteps, toTree } from './array-keys.js';
import type { KeyedArray } from './keyed-array.js';
import { PatchBudget } from './patch-budget.js';
import {
  countAfter,
  findTarget,
  findValue,
  isSame,
  matchingPaths,
  PatchError,
  put,
  remove,
} from './pointer.js';

/** One operation of RFC 6902. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string | undefined;
  readonly value?: unknown;
}

/** Whether a text is a JSON pointer (RFC 6901). */
export const isPointer = (text: string): boolean =>
  text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));

/** Returns the reference tokens of a JSON pointer, with URNs in normal form, or null if the text is not one. */
export function parsePointer(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!isPointer(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((token) => (token.startsWith('urn:li:') ? normalForm(token) : token));
}

/** One of several patches has failed. */
export class PatchFailed extends PatchError {
  constructor(
    message: string,
    /** The index of the patch. */
    readonly index: number,
  ) {
    super(message);
  }
}

/** Applies one patch without steps. @returns a new document @throws PatchError */
export const applyPatch = (
  document: unknown,
  operations: readonly PatchOperation[],
  keys: ArrayKeys = {},
): unknown => finish(applyJsonPatches(document, [operations], keys));

/**
 * Applies RFC 6902 patches in order to a document whose keyed arrays are maps. Like DataHub, it is more lenient than the
 * RFC: `add` creates missing parents, `remove` ignores a missing value, and "*" in the path of a `remove` matches every
 * source of an attribution. The time is linear in the size of the document and in the number of operations.
 *
 * @param onPatchApplied called after each patch with the document, its keyed arrays as maps
 * @returns a new document
 * @throws PatchFailed
 */
export function* applyJsonPatches(
  document: unknown,
  patches: readonly (readonly PatchOperation[])[],
  keys: ArrayKeys,
  budget = new PatchBudget(),
  onPatchApplied: (root: unknown, tree: KeyTree) => void = () => {},
): Steps<unknown> {
  const tree = toTree(keys);
  const visited = new Map<KeyedArray, Set<string>>();
  const visit = (array: KeyedArray, key: string) => {
    const keysOfArray = visited.get(array);
    if (keysOfArray) keysOfArray.add(key);
    else visited.set(array, new Set([key]));
  };
  let root = yield* toKeyedInSteps(document, tree);
  for (const [index, operations] of patches.entries()) {
    budget.beginPatch();
    for (const operation of operations) {
      yield;
      try {
        root = yield* applyOperation(root, operation, tree, visit, budget);
      } catch (error) {
        if (!(error instanceof PatchError)) throw error;
        throw new PatchFailed(`${operation.op} ${quoted(operation.path)}: ${error.message}`, index);
      }
    }
    for (const [array, ofArray] of visited) for (const key of ofArray) array.rekey(key);
    visited.clear();
    onPatchApplied(root, tree);
  }
  return yield* fromKeyedInSteps(root, tree);
}

function* applyOperation(
  root: unknown,
  { op, path, from = '', value }: PatchOperation,
  tree: KeyTree,
  visit: (array: KeyedArray, key: string) => void,
  budget: PatchBudget,
): Steps<unknown> {
  const [target, source] = [parsePointer(path), parsePointer(from)];
  if (!target || !source) throw new PatchError('a path is not a JSON pointer');
  const read = (tokens: readonly string[]) => {
    const found = findValue(root, tokens, tree);
    return fromKeyedInSteps(found.value, found.tree);
  };
  const removeAt = (tokens: readonly string[]) => {
    const location = findTarget(root, tokens, tree, visit, false);
    budget.shifted(countAfter(location));
    remove(location);
  };
  function* write(newValue: unknown, inserting = true): Steps<unknown> {
    if (yield* isDeeperInSteps(newValue, maxDepth - target!.length)) {
      throw new PatchError(`the aspect would be nested more than ${maxDepth} levels deep`);
    }
    if (target!.length === 0) return yield* toKeyedInSteps(newValue, tree);
    const location = findTarget(root, target!, tree, visit, true);
    if (inserting) budget.shifted(countAfter(location));
    put(location, yield* toKeyedInSteps(newValue, location.tree), inserting);
    return root;
  }
  switch (op) {
    case 'add':
      return yield* write(value);
    case 'remove':
      for (const tokens of matchingPaths(root, target, () => budget.countMatch())) removeAt(tokens);
      return root;
    case 'replace':
      findValue(root, target, tree);
      return yield* write(value, false);
    case 'test':
      if (!isSame(yield* read(target), value)) throw new PatchError('the value is different');
      return root;
    case 'copy':
      return yield* write(budget.copied(yield* read(source)));
    case 'move': {
      const moved = budget.moved(yield* read(source));
      if (path.startsWith(`${from}/`)) throw new PatchError('a value cannot be moved into itself');
      removeAt(source);
      return yield* write(moved);
    }
  }
}
