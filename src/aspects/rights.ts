import type { Actor } from '../core/actor.js';
import { mayDeleteEntity, mayEditEntity, mayEditStatus } from '../core/authorization.js';
import { unauthorized } from '../core/errors.js';
import { isWholeEntity, isWriting } from './lock-request.js';
import type { Proposal } from './proposal.js';
import { Refusals } from './refusals.js';

const resourceOf = ({ urn, entityType: type }: Proposal) => ({ urn, type });
const isStatus = ({ aspectName }: Proposal) => aspectName === 'status';

/** Whether the actor may make this change of an entity that exists. */
export function mayPropose(actor: Actor, proposal: Proposal): boolean {
  if (isWholeEntity(proposal)) return mayDeleteEntity(actor, resourceOf(proposal));
  return (isStatus(proposal) ? mayEditStatus : mayEditEntity)(actor, resourceOf(proposal));
}

/**
 * Rejects proposals that have created entities, if the actor may only set their status. A refusal does not say whether the
 * entity exists, because the same right would be missing for any other aspect.
 *
 * @throws UNAUTHORIZED
 */
export function rejectCreations(
  actor: Actor,
  proposals: readonly Proposal[],
  created: readonly string[],
): void {
  if (created.length === 0) return;
  const urns = new Set(created);
  const refusals = new Refusals(proposals.length);
  for (const proposal of proposals) {
    if (!isStatus(proposal) || !isWriting(proposal) || !urns.has(proposal.urn)) continue;
    if (mayEditEntity(actor, resourceOf(proposal))) continue;
    refusals.add(proposal, unauthorized(`${actor.urn} may not create ${proposal.urn} by its status`));
  }
  refusals.throwIfAny();
}
