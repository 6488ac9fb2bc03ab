import { isObject, type Json, setMember } from '../../../json/lossless-json.js';
import { isLarge, type Steps } from '../../../scheduling/steps.js';
import { separator } from './element-key.js';
import { KeyedArray } from './keyed-array.js';

/**
 * The arrays that patches see as maps, with the fields of their keys (DataHub's arrayPrimaryKeys). Keys and fields are
 * paths of names, joined by "␟". An array of texts has no fields.
 */
export type ArrayKeys = Readonly<Record<string, readonly string[]>>;

/** `ArrayKeys` as a tree by the names of the paths. */
export interface KeyTree {
  /** The fields of the array at this path; null if only arrays below it are keyed. */
  fields: readonly string[] | null;
  readonly children: Map<string, KeyTree>;
}

export function toTree(keys: ArrayKeys): KeyTree {
  const root: KeyTree = { fields: null, children: new Map() };
  for (const [at, fields] of Object.entries(keys)) {
    let tree = root;
    for (const name of at.split(separator)) {
      const child = tree.children.get(name) ?? { fields: null, children: new Map() };
      tree.children.set(name, child);
      tree = child;
    }
    tree.fields = fields;
  }
  return root;
}

/** Returns a copy with keyed arrays as maps. @param tree undefined if no array in the node is keyed */
export function toKeyed(node: unknown, tree: KeyTree | undefined): unknown {
  if (Array.isArray(node)) {
    if (!tree?.fields) return node.map((element) => toKeyed(element, tree));
    const array = new KeyedArray(tree.fields);
    for (const element of node) array.push(toKeyed(element, tree));
    return array;
  }
  if (!isObject(node)) return node;
  const copy: Json = {};
  for (const name of Object.keys(node)) setMember(copy, name, toKeyed(node[name], tree?.children.get(name)));
  return copy;
}

/** `toKeyed` in steps. */
export function* toKeyedInSteps(node: unknown, tree: KeyTree | undefined): Steps<unknown> {
  yield;
  if (!isLarge(node)) return toKeyed(node, tree);
  if (Array.isArray(node)) {
    const array: { push(value: unknown): unknown } = tree?.fields ? new KeyedArray(tree.fields) : [];
    for (const element of node) array.push(yield* toKeyedInSteps(element, tree));
    return array;
  }
  const copy: Json = {};
  for (const name of Object.keys(node as Json)) {
    setMember(copy, name, yield* toKeyedInSteps((node as Json)[name], tree?.children.get(name)));
  }
  return copy;
}

/** Turns maps back into arrays, in steps. The result shares the parts without keyed arrays with the node. */
export function* fromKeyedInSteps(node: unknown, tree: KeyTree | undefined): Steps<unknown> {
  if (tree === undefined || typeof node !== 'object' || node === null) return node;
  if (node instanceof KeyedArray || Array.isArray(node)) {
    const elements: unknown[] = [];
    for (const element of node instanceof KeyedArray ? node.toArray() : node) {
      elements.push(
        tree.children.size === 0 && !isNested(element) ? element : yield* fromKeyedInSteps(element, tree),
      );
      yield;
    }
    return elements;
  }
  if (!isObject(node) || tree.children.size === 0) return node;
  const copy = { ...node };
  for (const [name, below] of tree.children) {
    if (Object.hasOwn(copy, name)) setMember(copy, name, yield* fromKeyedInSteps(copy[name], below));
  }
  return copy;
}

/** An array that is an element of a keyed array is keyed in the same way. */
const isNested = (element: unknown) => element instanceof KeyedArray || Array.isArray(element);
