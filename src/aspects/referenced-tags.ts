import { isObject } from '../core/lossless-json.js';
import type { Steps } from '../core/steps.js';
import { parseTagUrn } from '../core/urn.js';
import type { AspectValue } from '../metadata/models.js';
import type { Proposal } from './proposal.js';

const aspectsWithTags = new Set(['globalTags', 'editableSchemaMetadata']);

/** Whether a proposal replaces tag associations. */
export const replacesTags = ({ aspectName }: Proposal): boolean => aspectsWithTags.has(aspectName);

/** Returns the tags that proposals reference. A patch may reference tags that its result does not have. */
export function* tagsInProposals(proposals: readonly Proposal[]): Steps<Set<string>> {
  const tags = new Set<string>();
  for (const { aspectName, changeType, value } of proposals) {
    yield;
    if (!aspectsWithTags.has(aspectName) || changeType === 'DELETE') continue;
    if (changeType === 'PATCH') yield* addTagsOfPatch(value, tags);
    else if (aspectName === 'globalTags') yield* addTags(value as AspectValue<'globalTags'>, tags);
    else {
      const { editableSchemaFieldInfo = [] } = value as AspectValue<'editableSchemaMetadata'>;
      for (const { globalTags } of editableSchemaFieldInfo) if (globalTags) yield* addTags(globalTags, tags);
    }
  }
  return tags;
}

function* addTags({ tags }: AspectValue<'globalTags'>, found: Set<string>): Steps<void> {
  yield;
  for (const { tag } of tags) found.add(tag);
}

const prefix = 'urn:li:tag:';

/** Adds every tag URN among the values of a patch and the names in its paths. */
function* addTagsOfPatch(node: unknown, found: Set<string>): Steps<void> {
  yield;
  if (typeof node === 'string') {
    if (!node.includes(prefix)) return;
    for (const name of node.startsWith('/') ? node.split('/') : [node]) {
      const urn = name.replaceAll('~1', '/').replaceAll('~0', '~');
      if (urn.startsWith(prefix) && isTag(urn)) found.add(urn);
    }
  } else if (Array.isArray(node)) for (const child of node) yield* addTagsOfPatch(child, found);
  else if (isObject(node)) for (const child of Object.values(node)) yield* addTagsOfPatch(child, found);
}

function isTag(urn: string): boolean {
  try {
    parseTagUrn(urn);
    return true;
  } catch {
    return false;
  }
}
