import { readUrn } from '../core/urn.js';
import { isObject, type Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import type { Proposal } from './proposal.js';

/** Returns the tags that proposals reference. A patch may reference tags that its result does not have. */
export function* tagsInProposals(proposals: readonly Proposal[]): Steps<Set<string>> {
  const found = new Set<string>();
  for (const { definition, changeType, value } of proposals) {
    yield;
    const tags = definition?.locks?.tags;
    if (!tags || changeType === 'DELETE') continue;
    if (changeType === 'PATCH') yield* addTagsOfPatch(value, found);
    else
      for (const tag of tags(value as Json)) {
        found.add(tag);
        yield;
      }
  }
  return found;
}

const prefix = 'urn:li:tag:';

/** Adds every tag URN among the values of a patch and the names in its paths. */
function* addTagsOfPatch(node: unknown, found: Set<string>): Steps<void> {
  yield;
  if (typeof node === 'string') {
    if (!node.includes(prefix)) return;
    for (const name of node.startsWith('/') ? node.split('/') : [node]) {
      const urn = readUrn(name.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (urn?.type === 'tag') found.add(urn.urn);
    }
  } else if (Array.isArray(node)) for (const child of node) yield* addTagsOfPatch(child, found);
  else if (isObject(node)) for (const child of Object.values(node)) yield* addTagsOfPatch(child, found);
}
