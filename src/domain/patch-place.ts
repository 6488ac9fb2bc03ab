import { type ArrayKeys, keyFields } from './array-keys.js';
import { ExactNumber, type Json } from './exact-json.js';
import { KeyedArray } from './keyed-array.js';

export class PatchError extends Error {
  override readonly name = 'PatchError';
}

type Container = Json | unknown[] | KeyedArray;

export interface Place {
  readonly parent: Container;
  readonly key: string;
  /** where in the aspect it is, without the keys of elements */
  readonly names: readonly string[];
}

const isContainer = (node: unknown): node is Container =>
  typeof node === 'object' && node !== null && !(node instanceof ExactNumber);

const indexOf = (key: string) => (/^(0|[1-9]\d*)$/.test(key) ? Number(key) : Number.NaN);

/** Undefined where there is nothing; only what is the container's own counts. */
function get(node: unknown, key: string): unknown {
  if (!isContainer(node)) return undefined;
  if (node instanceof KeyedArray) return node.get(key);
  if (Array.isArray(node)) return node[indexOf(key)];
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

export function valueAt(root: unknown, tokens: readonly string[]): unknown {
  const found = tokens.reduce(get, root);
  if (found === undefined) throw new PatchError('there is nothing');
  return found;
}

/** @param keys where parents that are missing are to be made */
export function placeOf(root: unknown, tokens: readonly string[], keys?: ArrayKeys): Place {
  const names: string[] = [];
  let parent = root;
  for (const [index, key] of tokens.entries()) {
    if (!isContainer(parent)) break;
    if (!Array.isArray(parent) && !(parent instanceof KeyedArray)) names.push(key);
    if (index === tokens.length - 1) return { parent, key, names };
    parent = get(parent, key) ?? (keys && made({ parent, key, names }, keys));
  }
  throw new PatchError('the path leads nowhere');
}

function made(place: Place, keys: ArrayKeys): unknown {
  const { parent, key, names } = place;
  if (Array.isArray(parent)) return undefined;
  if (parent instanceof KeyedArray && !parent.isLast) return parent.child(key);
  const fields = parent instanceof KeyedArray ? null : keyFields(keys, names);
  const child = fields ? new KeyedArray(fields) : {};
  put(place, child, true);
  return child;
}

/** @param inserting into an array, where another value would be overwritten */
export function put({ parent, key }: Place, value: unknown, inserting: boolean): void {
  if (parent instanceof KeyedArray) {
    if (!parent.isLast) throw new PatchError('the path ends within the key of an element');
    parent.set(key, value);
  } else if (Array.isArray(parent)) {
    const index = key === '-' && inserting ? parent.length : indexOf(key);
    if (!(index <= parent.length)) throw new PatchError('an array has no such index');
    parent.splice(index, inserting ? 0 : 1, value);
  } else {
    // An assignment to "__proto__" would not be a member.
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

export function remove(root: unknown, tokens: readonly string[]): void {
  const { parent, key } = placeOf(root, tokens);
  if (parent instanceof KeyedArray) parent.delete(key);
  else if (Array.isArray(parent)) parent.splice(indexOf(key), 1);
  else delete parent[key];
}

/** The places that a path of a removal means; "*" stands for every source of an element. */
export function matches(node: unknown, [token, ...rest]: readonly string[]): string[][] {
  if (token === undefined) return [[]];
  const keys =
    token === '*' && node instanceof KeyedArray && node.isByPart
      ? node.keys()
      : get(node, token) === undefined
        ? []
        : [token];
  return keys.flatMap((key) => matches(get(node, key), rest).map((found) => [key, ...found]));
}

/** The equality of RFC 6902, section 4.6. */
export function same(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return plain(one) === plain(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => same(get(one, name), get(other, name)));
}

const plain = (value: unknown) => (value instanceof ExactNumber ? value.valueOf() : value);
