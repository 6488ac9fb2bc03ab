import type { Association } from '../aspects/association.js';
import { isTag } from '../aspects/lock-store.js';
import { toMap } from '../core/to-map.js';
import { readUrn } from '../core/urn.js';
import { isObject, type Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { parsePointer } from './patches/json-patch/json-patch.js';
import { pathMax } from './patches/parse-patch.js';
import type { Proposal } from './proposal.js';

/** How many tokens of a pointer lead to the tags of an entity or of a column, by aspect. */
const depths = toMap({ globalTags: 1, editableSchemaMetadata: 4 });

/** Whether a proposal writes an aspect with tags that people can edit. */
export const isTagging = ({ aspectName, changeType }: Proposal): boolean =>
  depths.has(aspectName) && changeType !== 'DELETE';

/** Returns the tags that a whole aspect has. */
export function* tagsInAspect({ definition, value }: Proposal): Steps<Set<string>> {
  const found = new Set<string>();
  for (const tag of definition?.locks?.tags?.(value as Json) ?? []) {
    found.add(tag);
    yield;
  }
  return found;
}

/** Returns the tags that the operations of a patch write, and where. The patch need not be valid. */
export function* tagsInPatch({ urn, aspectName, value }: Proposal): Steps<Association[]> {
  const operations = isObject(value) ? value.patch : value;
  const found: Association[] = [];
  for (const operation of Array.isArray(operations) ? operations : []) {
    yield;
    if (!isObject(operation) || operation.op === 'remove' || operation.op === 'test') continue;
    const [tokens, depth] = [readPath(operation.path), depths.get(aspectName)!];
    const fieldPath = depth === 1 ? '' : (tokens[1] ?? '');
    // With keys of several fields, the tag is not always the first.
    for (const token of tokens.slice(depth)) addTag(token, urn, fieldPath, found);
    yield* addTagsOfValue(operation.value, urn, fieldPath, found);
  }
  return found;
}

const readPath = (path: unknown): readonly string[] =>
  (typeof path === 'string' && path.length <= pathMax && parsePointer(path)) || [];

function* addTagsOfValue(node: unknown, urn: string, at: string, found: Association[]): Steps<void> {
  yield;
  if (Array.isArray(node)) for (const child of node) yield* addTagsOfValue(child, urn, at, found);
  if (!isObject(node)) return;
  const fieldPath = typeof node.fieldPath === 'string' ? node.fieldPath : at;
  addTag(node.tag, urn, fieldPath, found);
  for (const child of Object.values(node)) yield* addTagsOfValue(child, urn, fieldPath, found);
}

function addTag(text: unknown, resourceUrn: string, fieldPath: string, found: Association[]): void {
  const named = typeof text === 'string' && isTag(text) && readUrn(text);
  if (named) found.push({ resourceUrn, fieldPath, tagUrn: named.urn });
}
