import type { Aspects } from '../aspects/kernel.js';
import type { LockRequest } from '../aspects/lock.js';
import type { Actor } from '../core/actor.js';
import type { Json } from '../json/lossless-json.js';
import { runInTurns } from '../scheduling/steps.js';
import { entityKey, isWholeEntity, isWriting, type Proposal } from './proposal.js';
import { tagsInProposals } from './referenced-tags.js';

/** Returns everything that a batch has to lock. */
export async function lockRequest(
  aspects: Aspects,
  proposals: readonly Proposal[],
  { deadline }: Actor,
): Promise<LockRequest> {
  const writing = proposals.filter(isWriting);
  const others = proposals.filter((one) => !isWholeEntity(one));
  return {
    written: [
      ...others.map(entityKey),
      ...writing.flatMap(groupsIn).map((urn) => ({ urn, type: 'corpGroup' })),
    ],
    createsMissing: writing.length > 0 || proposals.some(({ entityType }) => aspects.isAccess(entityType)),
    referencedTags: await runInTurns(tagsInProposals(writing), deadline),
    deleted: proposals.filter(isWholeEntity).map(({ urn }) => urn),
  };
}

/** A patch shows its groups only when it is applied. */
const groupsIn = ({ definition, changeType, value }: Proposal): readonly string[] =>
  (changeType !== 'PATCH' && definition?.locks?.groups?.(value as Json)) || [];
