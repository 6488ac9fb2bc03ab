import { type ArrayKeys, fromMaps, toMaps } from './array-keys.js';
import { isDeeper, maxDepth } from './exact-json.js';
import { matches, PatchError, placeOf, put, remove, same, valueAt } from './patch-place.js';
import { quoted } from './urn.js';

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

/** Copies of copies double what they copy: this many characters are enough for anything but that. */
const maxCopied = 1_000_000;

/**
 * RFC 6902 over a document whose keyed arrays are seen as maps, and more lenient in three things, as DataHub's patch
 * builders expect: adding makes the parents that are missing, removing what is not there comes to nothing, and "*"
 * in a removal stands for every source of what it removes.
 *
 * @returns a new document. @throws PatchError
 */
export function applyPatch(
  document: unknown,
  operations: readonly PatchOperation[],
  keys: ArrayKeys = {},
): unknown {
  let root = toMaps(document, keys);
  let copied = 0;
  const measured = (value: unknown) => {
    copied += JSON.stringify(value).length;
    if (copied > maxCopied) throw new PatchError(`copies make more than ${maxCopied} characters`);
    return value;
  };
  for (const operation of operations) {
    try {
      root = apply(root, operation, keys, measured);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new PatchError(`${operation.op} ${quoted(operation.path)}: ${error.message}`);
    }
  }
  return fromMaps(root);
}

function apply(
  root: unknown,
  { op, path, from = '', value }: PatchOperation,
  keys: ArrayKeys,
  measured: (value: unknown) => unknown,
): unknown {
  const [target, source] = [tokensOf(path), tokensOf(from)];
  if (!target || !source) throw new PatchError('a path is not a JSON pointer');
  switch (op) {
    case 'add':
      return write(root, target, value, keys);
    case 'remove':
      for (const found of matches(root, target)) remove(root, found);
      return root;
    case 'replace':
      valueAt(root, target);
      return write(root, target, value, keys, false);
    case 'test':
      if (!same(fromMaps(valueAt(root, target)), value)) throw new PatchError('there is another value');
      return root;
    case 'copy':
      return write(root, target, measured(fromMaps(valueAt(root, source))), keys);
    case 'move': {
      const moved = fromMaps(valueAt(root, source));
      if (path.startsWith(`${from}/`)) throw new PatchError('a value does not go into itself');
      remove(root, source);
      return write(root, target, moved, keys);
    }
  }
}

/** @param inserting into an array, where another value would be overwritten */
function write(root: unknown, tokens: readonly string[], value: unknown, keys: ArrayKeys, inserting = true) {
  if (isDeeper(value, maxDepth - tokens.length)) {
    throw new PatchError(`the aspect would be nested more than ${maxDepth} levels deep`);
  }
  if (tokens.length === 0) return toMaps(value, keys);
  const place = placeOf(root, tokens, keys);
  put(place, toMaps(value, keys, place.names), inserting);
  return root;
}
