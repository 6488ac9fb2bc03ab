import { type Json, LosslessNumber, setMember } from '../../../json/lossless-json.js';
import type { KeyTree } from './array-keys.js';
import { KeyedArray } from './keyed-array.js';

/** A patch cannot be applied to the document. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}

type Container = Json | unknown[] | KeyedArray;

/** The location that a JSON pointer refers to. Its value may be missing. */
export interface Target {
  readonly parent: Container;
  readonly key: string;
  /** The key tree of the value. */
  readonly tree: KeyTree | undefined;
}

/** Called for each keyed array, and for each map by a part of a key, that a path goes through. */
export type Visit = (array: KeyedArray, key: string) => void;

const isContainer = (node: unknown): node is Container =>
  typeof node === 'object' && node !== null && !(node instanceof LosslessNumber);

const parseIndex = (key: string) => (/^(0|[1-9]\d*)$/.test(key) ? Number(key) : Number.NaN);

/** Returns undefined if the container has no own value at the key. */
function get(node: unknown, key: string): unknown {
  if (!isContainer(node)) return undefined;
  if (node instanceof KeyedArray) return node.get(key);
  if (Array.isArray(node)) return node[parseIndex(key)];
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** The elements of an array have the key tree of the array. */
const below = (tree: KeyTree | undefined, parent: unknown, key: string) =>
  Array.isArray(parent) || parent instanceof KeyedArray ? tree : tree?.children.get(key);

/** Returns the value at a path and its key tree. @throws PatchError when there is none */
export function findValue(root: unknown, tokens: readonly string[], rootTree: KeyTree) {
  let [value, tree]: [unknown, KeyTree | undefined] = [root, rootTree];
  for (const token of tokens) {
    tree = below(tree, value, token);
    value = get(value, token);
    if (value === undefined) break;
  }
  if (value === undefined) throw new PatchError('the value does not exist');
  return { value, tree };
}

/** @param createsParents creates missing parents */
export function findTarget(
  root: unknown,
  tokens: readonly string[],
  rootTree: KeyTree,
  visit: Visit,
  createsParents: boolean,
): Target {
  let tree: KeyTree | undefined = rootTree;
  let parent = root;
  for (const [index, token] of tokens.entries()) {
    if (!isContainer(parent)) break;
    const isLast = index === tokens.length - 1;
    const key = isLast ? token : existingKey(parent, token);
    if (parent instanceof KeyedArray) visit(parent, key);
    tree = below(tree, parent, key);
    if (isLast) return { parent, key, tree };
    parent = get(parent, key) ?? (createsParents ? createChild({ parent, key, tree }) : undefined);
  }
  throw new PatchError('the path does not exist');
}

/** A path within a column leads to the column's element, which can have the other version of the column's path. */
const existingKey = (parent: Container, key: string) =>
  parent instanceof KeyedArray && !parent.has(key) ? (parent.keysAt(key)[0] ?? key) : key;

function createChild(target: Target): unknown {
  const { parent, key, tree } = target;
  if (Array.isArray(parent)) return undefined;
  if (parent instanceof KeyedArray && !parent.isLast) return parent.child(key);
  const fields = parent instanceof KeyedArray ? null : tree?.fields;
  const child = fields ? new KeyedArray(fields) : {};
  put(target, child, true);
  return child;
}

/** Returns how many elements an insertion or removal moves. */
export const countAfter = ({ parent, key }: Target): number =>
  Array.isArray(parent) && key !== '-' ? Math.max(0, parent.length - (parseIndex(key) || 0)) : 0;

/** @param inserting inserts into an array instead of replacing an element */
export function put({ parent, key }: Target, value: unknown, inserting: boolean): void {
  if (parent instanceof KeyedArray) {
    if (!parent.isLast) throw new PatchError('the path ends within the key of an element');
    parent.set(key, value);
  } else if (Array.isArray(parent)) {
    const index = key === '-' && inserting ? parent.length : parseIndex(key);
    if (!(index <= parent.length)) throw new PatchError('an array has no such index');
    if (inserting) parent.splice(index, 0, value);
    else parent[index] = value;
  } else setMember(parent, key, value);
}

export function remove({ parent, key }: Target): void {
  if (parent instanceof KeyedArray) parent.delete(key);
  else if (Array.isArray(parent)) parent.splice(parseIndex(key), 1);
  else delete parent[key];
}

/**
 * Returns the paths that a removal's path matches: "*" matches every source of an element's attribution, and what is
 * within a column is within each element of the column.
 *
 * @param onMatch called for each source that a "*" matches
 */
export function matchingPaths(root: unknown, path: readonly string[], onMatch: () => void): string[][] {
  const paths: string[][] = [];
  const follow = (node: unknown, before: readonly string[], from: number): void => {
    for (let index = from; index < path.length; index += 1) {
      const token = path[index]!;
      if (token === '*' && node instanceof KeyedArray && node.isByPart) {
        for (const key of [...node.keys()]) {
          onMatch();
          follow(node.get(key), [...before, ...path.slice(from, index), key], index + 1);
        }
        return;
      }
      if (node instanceof KeyedArray && index < path.length - 1) {
        const keys = node.keysAt(token);
        if (keys.length !== 1 || keys[0] !== token) {
          for (const key of keys)
            follow(node.get(key), [...before, ...path.slice(from, index), key], index + 1);
          return;
        }
      }
      node = get(node, token);
      if (node === undefined) return;
    }
    paths.push([...before, ...path.slice(from)]);
  };
  follow(root, [], 0);
  return paths;
}

/** Equality as RFC 6902, section 4.6, defines it for `test`. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return plain(one) === plain(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one)) {
    const elements = other as unknown[];
    return one.length === elements.length && one.every((value, index) => isSame(value, elements[index]));
  }
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => isSame(get(one, name), get(other, name)));
}

const plain = (value: unknown) => (value instanceof LosslessNumber ? value.valueOf() : value);
