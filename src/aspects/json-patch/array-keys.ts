import { isObject, type Json } from '../../core/lossless-json.js';
import { setMember } from '../../core/lossless-json-steps.js';
import { finish, isLarge, type Steps } from '../../core/steps.js';
import { KeyedArray, separator } from './keyed-array.js';

/**
 * The arrays that patches see as maps, and the fields that make each one's keys: the path of an array, its names
 * joined by "␟", to paths of fields, likewise (DataHub's arrayPrimaryKeys). No fields: an array of texts.
 */
export type ArrayKeys = Readonly<Record<string, readonly string[]>>;

const path = (...names: string[]) => names.join(separator);
const edges = ['destinationUrn'];

/** What DataHub's patch builders take for keys where they don't say. */
export const defaultArrayKeys: Readonly<Record<string, ArrayKeys>> = {
  chartInfo: { inputEdges: edges, inputs: [] },
  dashboardInfo: { datasetEdges: edges, chartEdges: edges, dashboards: edges, datasets: [], charts: [] },
  dataJobInputOutput: {
    inputDatajobEdges: edges,
    inputDatasetEdges: edges,
    outputDatasetEdges: edges,
    inputDatajobs: [],
    inputDatasets: [],
    outputDatasets: [],
    inputDatasetFields: [],
    outputDatasetFields: [],
  },
  dataProductProperties: { assets: edges },
  documentation: { documentations: [path('attribution', 'source')] },
  domains: { domains: [], domainAssociations: [path('attribution', 'source'), 'domain'] },
  editableSchemaMetadata: {
    editableSchemaFieldInfo: ['fieldPath'],
    [path('editableSchemaFieldInfo', 'globalTags', 'tags')]: ['tag'],
    [path('editableSchemaFieldInfo', 'glossaryTerms', 'terms')]: ['urn'],
  },
  formInfo: {
    prompts: ['id'],
    [path('actors', 'users')]: [],
    [path('actors', 'groups')]: [],
    [path('actors', 'ownershipTypes')]: [],
  },
  globalTags: { tags: ['tag'] },
  glossaryTerms: { terms: ['urn'] },
  institutionalMemory: { elements: ['url'] },
  ownership: { owners: ['owner', 'type'] },
  propertyDefinition: { allowedValues: [path('value', 'string')], entityTypes: [] },
  schemaMetadata: {
    fields: ['fieldPath'],
    [path('fields', 'globalTags', 'tags')]: ['tag'],
    [path('fields', 'glossaryTerms', 'terms')]: ['urn'],
  },
  siblings: { siblings: [] },
  structuredProperties: { properties: ['propertyUrn'] },
  upstreamLineage: { upstreams: ['dataset'] },
};

/** The same as a tree, by the names that lead to an array. */
export interface KeyTree {
  /** Null where there is no keyed array, but may be one below. */
  fields: readonly string[] | null;
  readonly children: Map<string, KeyTree>;
}

export function treeOf(keys: ArrayKeys): KeyTree {
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

/** A copy of a document, its keyed arrays as maps. */
export const toMaps = (node: unknown, keys: ArrayKeys): unknown => mapped(node, treeOf(keys));

/** The way back. */
export const fromMaps = (node: unknown, keys: ArrayKeys): unknown => finish(unmapping(node, treeOf(keys)));

/** @param tree of what is at this node; undefined where no array is keyed */
export function mapped(node: unknown, tree: KeyTree | undefined): unknown {
  if (Array.isArray(node)) {
    if (!tree?.fields) return node.map((element) => mapped(element, tree));
    const array = new KeyedArray(tree.fields);
    for (const element of node) array.push(mapped(element, tree));
    return array;
  }
  if (!isObject(node)) return node;
  const copy: Json = {};
  for (const name of Object.keys(node)) setMember(copy, name, mapped(node[name], tree?.children.get(name)));
  return copy;
}

/** The same in steps. */
export function* mapping(node: unknown, tree: KeyTree | undefined): Steps<unknown> {
  yield;
  if (!isLarge(node)) return mapped(node, tree);
  if (Array.isArray(node)) {
    const array: { push(value: unknown): unknown } = tree?.fields ? new KeyedArray(tree.fields) : [];
    for (const element of node) array.push(yield* mapping(element, tree));
    return array;
  }
  const copy: Json = {};
  for (const name of Object.keys(node as Json)) {
    setMember(copy, name, yield* mapping((node as Json)[name], tree?.children.get(name)));
  }
  return copy;
}

/** The way back, in steps. Shares with what it is given the parts that hold no keyed array. */
export function* unmapping(node: unknown, tree: KeyTree | undefined): Steps<unknown> {
  if (tree === undefined || typeof node !== 'object' || node === null) return node;
  if (node instanceof KeyedArray || Array.isArray(node)) {
    const elements: unknown[] = [];
    for (const element of node instanceof KeyedArray ? node.toArray() : node) {
      elements.push(
        tree.children.size === 0 && !isNested(element) ? element : yield* unmapping(element, tree),
      );
      yield;
    }
    return elements;
  }
  if (!isObject(node) || tree.children.size === 0) return node;
  const copy = { ...node };
  for (const [name, below] of tree.children) {
    if (Object.hasOwn(copy, name)) setMember(copy, name, yield* unmapping(copy[name], below));
  }
  return copy;
}

/** Arrays directly in a keyed array are keyed like it. */
const isNested = (element: unknown) => element instanceof KeyedArray || Array.isArray(element);
