import { getEntityType } from '../../core/urn.js';
import type { Json } from '../../json/lossless-json.js';
import { stringifyInSteps } from '../../json/lossless-json-steps.js';
import type { Steps } from '../../scheduling/steps.js';
import type { PatchOperation } from '../patches/json-patch/json-patch.js';

/** A change of one aspect, from which a MetadataChangeProposal is made. */
export interface Draft {
  readonly urn: string;
  readonly aspectName: string;
  readonly changeType: 'PATCH' | 'UPSERT' | 'CREATE';
  readonly value: unknown;
  /** Further texts of the system metadata, by name. */
  readonly properties?: Json;
}

/** Operations that one patch may have. */
const operationsMax = 10_000;

/** Adds members, and leaves all others as they are. */
export function patches(urn: string, aspectName: string, operations: readonly PatchOperation[]): Draft[] {
  const drafts: Draft[] = [];
  for (let from = 0; from < operations.length; from += operationsMax) {
    const patch = operations.slice(from, from + operationsMax);
    drafts.push({ urn, aspectName, changeType: 'PATCH', value: { patch } });
  }
  return drafts;
}

/** Writes an aspect of an entity that does not have it. Where it exists, people or other sources may have changed it. */
export const ifAbsent = (urn: string, aspectName: string, value: Json): Draft => ({
  ...{ urn, aspectName, value },
  changeType: 'CREATE',
});

export const upsert = (urn: string, aspectName: string, value: Json): Draft => ({
  ...{ urn, aspectName, value },
  changeType: 'UPSERT',
});

/** Returns the operation that adds a value at a path of names; none for an absent value. */
export function add(path: readonly string[], value: unknown): PatchOperation[] {
  if (value === undefined || value === null || value === '') return [];
  const pointer = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return [{ op: 'add', path: pointer, value }];
}

/** The same for each member of an object. */
export const addAll = (
  path: readonly string[],
  values: Readonly<Record<string, unknown>>,
): PatchOperation[] => Object.entries(values).flatMap(([name, value]) => add([...path, name], value));

/** Returns a draft as clients send it. @param systemMetadata of the event */
export function* toProposal(
  { urn, aspectName, changeType, value, properties }: Draft,
  systemMetadata: Json,
): Steps<Json> {
  return {
    entityType: getEntityType(urn),
    entityUrn: urn,
    ...{ changeType, aspectName },
    systemMetadata: properties ? { ...systemMetadata, properties } : systemMetadata,
    aspect: { contentType: 'application/json', value: yield* stringifyInSteps(value) },
    ...(changeType === 'CREATE' && { headers: { 'If-None-Match': '*' } }),
  };
}
