import { isObject, type Json } from './exact-json.js';
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

/** The fields of the key of the array that these names lead to; null where it is none. */
export function keyFields(keys: ArrayKeys, names: readonly string[]): readonly string[] | null {
  const at = names.join(separator);
  return Object.hasOwn(keys, at) ? keys[at]! : null;
}

/** A copy of a document, its keyed arrays as maps. @param names where in the aspect it is */
export function toMaps(node: unknown, keys: ArrayKeys, names: readonly string[] = []): unknown {
  if (Array.isArray(node)) {
    const fields = keyFields(keys, names);
    const elements = node.map((element) => toMaps(element, keys, names));
    return fields ? KeyedArray.of(elements, fields) : elements;
  }
  return isObject(node) ? mapped(node, (value, name) => toMaps(value, keys, [...names, name])) : node;
}

/** The way back. */
export function fromMaps(node: unknown): unknown {
  if (node instanceof KeyedArray) return node.toArray().map(fromMaps);
  if (Array.isArray(node)) return node.map(fromMaps);
  return isObject(node) ? mapped(node, fromMaps) : node;
}

const mapped = (node: Json, change: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value, name)]));
