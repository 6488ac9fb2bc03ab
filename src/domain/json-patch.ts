/**
 * The arrays that patches see as maps, and the fields that make each one's keys: the path of an array, its names
 * joined by "␟", to paths of fields, likewise (DataHub's arrayPrimaryKeys).
 */
export type ArrayKeys = Readonly<Record<string, readonly string[]>>;

const separator = '\u241f';
const path = (...names: string[]) => names.join(separator);

/** What DataHub's patch builders take for keys where they don't say. */
export const defaultArrayKeys: Readonly<Record<string, ArrayKeys>> = {
  globalTags: { tags: ['tag'] },
  glossaryTerms: { terms: ['urn'] },
  ownership: { owners: ['owner', 'type'] },
  upstreamLineage: { upstreams: ['dataset'] },
  structuredProperties: { properties: ['propertyUrn'] },
  institutionalMemory: { elements: ['url'] },
  editableSchemaMetadata: {
    editableSchemaFieldInfo: ['fieldPath'],
    [path('editableSchemaFieldInfo', 'globalTags', 'tags')]: ['tag'],
    [path('editableSchemaFieldInfo', 'glossaryTerms', 'terms')]: ['urn'],
  },
  schemaMetadata: {
    fields: ['fieldPath'],
    [path('fields', 'globalTags', 'tags')]: ['tag'],
    [path('fields', 'glossaryTerms', 'terms')]: ['urn'],
  },
};

export type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document with its keyed arrays as maps, nested once for each field of a key. */
export function toMaps(node: unknown, keys: ArrayKeys, names: readonly string[] = []): unknown {
  if (Array.isArray(node)) {
    const fields = keys[names.join(separator)];
    const elements = node.map((element) => toMaps(element, keys, names));
    return fields ? keyed(elements, fields) : elements;
  }
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, toMaps(value, keys, [...names, name])]),
  );
}

function keyed(elements: readonly unknown[], fields: readonly string[]): Json {
  const map: Json = {};
  for (const element of elements) {
    const values = fields.map((field) => valueAt(element, field));
    const last = values.pop()!;
    child(map, values)[last] = element;
  }
  return map;
}

/** A key's field that an element lacks, such as an attribution's source, is the empty string. */
function valueAt(element: unknown, field: string): string {
  const value = field
    .split(separator)
    .reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), element);
  return typeof value === 'string' ? value : '';
}

/** The object at a path, made where it is missing. */
function child(node: Json, names: readonly string[]): Json {
  return names.reduce((parent, name) => {
    if (!isObject(parent[name]) && !Array.isArray(parent[name])) parent[name] = {};
    return parent[name] as Json;
  }, node);
}

/** The way back. A keyed element that was made by its path alone gets its key's fields from there. */
export function fromMaps(node: unknown, keys: ArrayKeys, names: readonly string[] = []): unknown {
  const fields = keys[names.join(separator)];
  if (Array.isArray(node)) return node.map((element) => fromMaps(element, keys, names));
  if (!isObject(node)) return node;
  if (fields) return elementsOf(node, fields).map((element) => fromMembers(element, keys, names));
  return fromMembers(node, keys, names);
}

const fromMembers = (node: Json, keys: ArrayKeys, names: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, fromMaps(value, keys, [...names, name])]),
  );

function elementsOf(map: Json, [field = '', ...others]: readonly string[]): Json[] {
  const named = (key: string) => (key === '' || field.includes(separator) ? {} : { [field]: key });
  return Object.entries(map).flatMap(([key, value]) => {
    if (!isObject(value)) return [];
    const elements = others.length > 0 ? elementsOf(value, others) : [value];
    return elements.map((element) => ({ ...named(key), ...element }));
  });
}

/** One operation of RFC 6902. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string | undefined;
  readonly value?: unknown;
}

const forbidden = new Set(['__proto__', 'prototype', 'constructor']);

/** The names of a JSON pointer; null when it is none, or names what no document may have. */
export function tokensOf(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return null;
  const tokens = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.some((token) => forbidden.has(token)) ? null : tokens;
}

const pointerOf = (tokens: readonly string[]) =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * What an operation comes to on a document of maps. Adding makes the parents that are missing; removing what is
 * not there comes to nothing; "*" in a removal stands for every key of its map.
 */
export function lenient(
  document: Json,
  operation: PatchOperation,
  tokens: readonly string[],
): PatchOperation[] {
  if (operation.op === 'add') child(document, tokens.slice(0, -1));
  if (operation.op !== 'remove') return [operation];
  return matches(document, tokens).map((found) => ({ ...operation, path: pointerOf(found) }));
}

function matches(node: unknown, [token, ...rest]: readonly string[]): string[][] {
  if (token === undefined) return [[]];
  if (typeof node !== 'object' || node === null) return [];
  const names =
    token === '*' && isObject(node) ? Object.keys(node) : Object.hasOwn(node, token) ? [token] : [];
  return names.flatMap((name) => matches((node as Json)[name], rest).map((found) => [name, ...found]));
}
