import { isObject } from '../core/lossless-json.js';
import type { Steps } from '../core/steps.js';
import { parseTagUrn } from '../core/urn.js';
import type { AspectValue } from '../metadata/models.js';
import type { Proposal } from './proposal.js';

const withTags = new Set(['globalTags', 'editableSchemaMetadata']);

/** Whether a proposal replaces rows of tags. */
export const isRetagging = ({ aspectName }: Proposal): boolean => withTags.has(aspectName);

/** The tags that proposals name, before they are applied: a patch may name more than it leaves. */
export function* namedTags(proposals: readonly Proposal[]): Steps<Set<string>> {
  const named = new Set<string>();
  for (const { aspectName, changeType, value } of proposals) {
    yield;
    if (!withTags.has(aspectName) || changeType === 'DELETE') continue;
    if (changeType === 'PATCH') yield* addAll(value, named);
    else if (aspectName === 'globalTags') yield* addTags(value as AspectValue<'globalTags'>, named);
    else {
      const { editableSchemaFieldInfo = [] } = value as AspectValue<'editableSchemaMetadata'>;
      for (const { globalTags } of editableSchemaFieldInfo) if (globalTags) yield* addTags(globalTags, named);
    }
  }
  return named;
}

function* addTags({ tags }: AspectValue<'globalTags'>, named: Set<string>): Steps<void> {
  yield;
  for (const { tag } of tags) named.add(tag);
}

const prefix = 'urn:li:tag:';

/** Whatever in a patch could be a tag: a value, or a name of a path. */
function* addAll(node: unknown, named: Set<string>): Steps<void> {
  yield;
  if (typeof node === 'string') {
    if (!node.includes(prefix)) return;
    for (const name of node.startsWith('/') ? node.split('/') : [node]) {
      const urn = name.replaceAll('~1', '/').replaceAll('~0', '~');
      if (urn.startsWith(prefix) && isTag(urn)) named.add(urn);
    }
  } else if (Array.isArray(node)) for (const child of node) yield* addAll(child, named);
  else if (isObject(node)) for (const child of Object.values(node)) yield* addAll(child, named);
}

function isTag(urn: string): boolean {
  try {
    parseTagUrn(urn);
    return true;
  } catch {
    return false;
  }
}
