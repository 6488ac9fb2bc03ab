import { ExactNumber, type Json } from '../../core/lossless-json.js';
import { setMember } from '../../core/lossless-json-steps.js';
import type { KeyTree } from './array-keys.js';
import { KeyedArray } from './keyed-array.js';

export class PatchError extends Error {
  override readonly name = 'PatchError';
}

type Container = Json | unknown[] | KeyedArray;

export interface Place {
  readonly parent: Container;
  readonly key: string;
  /** of what is there, or will be */
  readonly tree: KeyTree | undefined;
}

/** Called for each element, or map by a part of its key, that a path leads into. */
export type Visit = (array: KeyedArray, key: string) => void;

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

/** The elements of an array are under the same names as the array. */
const below = (tree: KeyTree | undefined, parent: unknown, key: string) =>
  Array.isArray(parent) || parent instanceof KeyedArray ? tree : tree?.children.get(key);

/** What is at a path, and the tree of its arrays. @throws PatchError */
export function found(root: unknown, tokens: readonly string[], rootTree: KeyTree) {
  let [value, tree]: [unknown, KeyTree | undefined] = [root, rootTree];
  for (const token of tokens) {
    tree = below(tree, value, token);
    value = get(value, token);
    if (value === undefined) break;
  }
  if (value === undefined) throw new PatchError('there is nothing');
  return { value, tree };
}

/** @param making whether parents that are missing are made */
export function placeOf(
  root: unknown,
  tokens: readonly string[],
  rootTree: KeyTree,
  visit: Visit,
  making: boolean,
): Place {
  let tree: KeyTree | undefined = rootTree;
  let parent = root;
  for (const [index, key] of tokens.entries()) {
    if (!isContainer(parent)) break;
    if (parent instanceof KeyedArray) visit(parent, key);
    tree = below(tree, parent, key);
    if (index === tokens.length - 1) return { parent, key, tree };
    parent = get(parent, key) ?? (making ? made({ parent, key, tree }) : undefined);
  }
  throw new PatchError('the path leads nowhere');
}

function made(place: Place): unknown {
  const { parent, key, tree } = place;
  if (Array.isArray(parent)) return undefined;
  if (parent instanceof KeyedArray && !parent.isLast) return parent.child(key);
  const fields = parent instanceof KeyedArray ? null : tree?.fields;
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
    if (inserting) parent.splice(index, 0, value);
    else parent[index] = value;
  } else setMember(parent, key, value);
}

export function remove({ parent, key }: Place): void {
  if (parent instanceof KeyedArray) parent.delete(key);
  else if (Array.isArray(parent)) parent.splice(indexOf(key), 1);
  else delete parent[key];
}

/**
 * The places that a path of a removal means; "*" stands for every source of an element.
 *
 * @param looked is called for each source that a "*" stands for
 */
export function matches(root: unknown, path: readonly string[], looked: () => void): string[][] {
  const places: string[][] = [];
  const follow = (node: unknown, before: readonly string[], from: number): void => {
    for (let index = from; index < path.length; index += 1) {
      const token = path[index]!;
      if (token === '*' && node instanceof KeyedArray && node.isByPart) {
        for (const key of [...node.keys()]) {
          looked();
          follow(node.get(key), [...before, ...path.slice(from, index), key], index + 1);
        }
        return;
      }
      node = get(node, token);
      if (node === undefined) return;
    }
    places.push([...before, ...path.slice(from)]);
  };
  follow(root, [], 0);
  return places;
}

/** The equality of RFC 6902, section 4.6. */
export function same(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return plain(one) === plain(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one)) {
    const elements = other as unknown[];
    return one.length === elements.length && one.every((value, index) => same(value, elements[index]));
  }
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => same(get(one, name), get(other, name)));
}

const plain = (value: unknown) => (value instanceof ExactNumber ? value.valueOf() : value);
