import { maxDepth } from '../../core/lossless-json.js';
import { measuringDepth } from '../../core/lossless-json-steps.js';
import { finish, type Steps } from '../../core/steps.js';
import { quoted } from '../../core/urn.js';
import { type ArrayKeys, type KeyTree, mapping, treeOf, unmapping } from './array-keys.js';
import type { KeyedArray } from './keyed-array.js';
import { PatchBudget } from './patch-budget.js';
import { found, matches, PatchError, placeOf, put, remove, same } from './pointer.js';

/** One operation of RFC 6902. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string | undefined;
  readonly value?: unknown;
}

/** The names of a JSON pointer (RFC 6901); null when it is none. */
export function tokensOf(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The patch of several that fails. */
export class PatchFailed extends PatchError {
  constructor(
    message: string,
    readonly index: number,
  ) {
    super(message);
  }
}

/** One patch of a document. @returns a new document. @throws PatchError */
export const applyPatch = (
  document: unknown,
  operations: readonly PatchOperation[],
  keys: ArrayKeys = {},
): unknown => finish(patching(document, [operations], keys));

/**
 * RFC 6902 over a document whose keyed arrays are seen as maps, and more lenient in three things, as DataHub's patch
 * builders expect: adding makes the parents that are missing, removing what is not there comes to nothing, and "*"
 * in a removal stands for every source of what it removes.
 *
 * Applies patches one after the other, in a time that is linear in the document and in the operations.
 *
 * @param settled is called after each patch with the document, its keyed arrays as maps. @returns a new document
 * @throws PatchFailed
 */
export function* patching(
  document: unknown,
  patches: readonly (readonly PatchOperation[])[],
  keys: ArrayKeys,
  budget = new PatchBudget(),
  settled: (root: unknown, tree: KeyTree) => void = () => {},
): Steps<unknown> {
  const tree = treeOf(keys);
  const changed = new Map<KeyedArray, Set<string>>();
  const visit = (array: KeyedArray, key: string) => {
    const keysOfArray = changed.get(array);
    if (keysOfArray) keysOfArray.add(key);
    else changed.set(array, new Set([key]));
  };
  let root = yield* mapping(document, tree);
  for (const [index, operations] of patches.entries()) {
    budget.beginPatch();
    for (const operation of operations) {
      yield;
      try {
        root = yield* apply(root, operation, tree, visit, budget);
      } catch (error) {
        if (!(error instanceof PatchError)) throw error;
        throw new PatchFailed(`${operation.op} ${quoted(operation.path)}: ${error.message}`, index);
      }
    }
    for (const [array, ofArray] of changed) for (const key of ofArray) array.settle(key);
    changed.clear();
    settled(root, tree);
  }
  return yield* unmapping(root, tree);
}

function* apply(
  root: unknown,
  { op, path, from = '', value }: PatchOperation,
  tree: KeyTree,
  visit: (array: KeyedArray, key: string) => void,
  budget: PatchBudget,
): Steps<unknown> {
  const [target, source] = [tokensOf(path), tokensOf(from)];
  if (!target || !source) throw new PatchError('a path is not a JSON pointer');
  const read = (tokens: readonly string[]) => {
    const { value: there, tree: under } = found(root, tokens, tree);
    return unmapping(there, under);
  };
  const takeOut = (tokens: readonly string[]) => remove(placeOf(root, tokens, tree, visit, false));
  function* write(written: unknown, inserting = true): Steps<unknown> {
    if (yield* measuringDepth(written, maxDepth - target!.length)) {
      throw new PatchError(`the aspect would be nested more than ${maxDepth} levels deep`);
    }
    if (target!.length === 0) return yield* mapping(written, tree);
    const place = placeOf(root, target!, tree, visit, true);
    put(place, yield* mapping(written, place.tree), inserting);
    return root;
  }
  switch (op) {
    case 'add':
      return yield* write(value);
    case 'remove':
      for (const tokens of matches(root, target, () => budget.look())) takeOut(tokens);
      return root;
    case 'replace':
      found(root, target, tree);
      return yield* write(value, false);
    case 'test':
      if (!same(yield* read(target), value)) throw new PatchError('there is another value');
      return root;
    case 'copy':
      return yield* write(budget.copied(yield* read(source)));
    case 'move': {
      const moved = budget.moved(yield* read(source));
      if (path.startsWith(`${from}/`)) throw new PatchError('a value does not go into itself');
      takeOut(source);
      return yield* write(moved);
    }
  }
}
