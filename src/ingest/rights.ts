import type { Actor } from '../core/actor.js';
import {
  lacks,
  manages,
  mayDeleteEntity,
  mayEditEntity,
  mayEditStatus,
  mayManage,
  mayManagePolicies,
  mayManageUsers,
} from '../core/authorization.js';
import { unauthorized } from '../core/errors.js';
import type { Resource } from '../core/resource.js';
import { isAboutPeople, isPersonOrGroup } from '../users/people-aspects.js';
import { isWholeEntity, isWriting, type Proposal } from './proposal.js';
import { Refusals } from './refusals.js';

export const toResource = ({ urn, entityType: type }: Proposal) => ({ urn, type });
const isStatus = ({ aspectName }: Proposal) => aspectName === 'status';

/** Whether the actor may make this change of an entity that exists. */
export function mayPropose(
  actor: Actor,
  proposal: Proposal,
  resource: Resource = toResource(proposal),
): boolean {
  if (isWholeEntity(proposal)) return mayDelete(actor, resource);
  if (isAboutPeople(proposal.entityType, proposal.aspectName))
    return mayChangePeople(actor, proposal.urn, proposal.aspectName);
  return isStatus(proposal) ? mayWriteStatus(actor, resource) : mayEdit(actor, resource);
}

/** The aspect removes users and groups of the catalog, if the actor may manage them (reject-access-aspects.ts). */
export const mayWriteStatus = (actor: Actor, resource: Resource): boolean =>
  mayEditStatus(actor, resource) || (isPersonOrGroup(resource.type) && mayManage(actor, resource.urn));

/** A policy, a user and a group take the privilege of the mutations, and no privilege over entities. */
export function mayDelete(actor: Actor, resource: Resource): boolean {
  if (isPolicy(resource)) return mayManagePolicies(actor);
  return isPersonOrGroup(resource.type) ? mayManage(actor, resource.urn) : mayDeleteEntity(actor, resource);
}

export const mayEdit = (actor: Actor, resource: Resource): boolean =>
  isPolicy(resource) ? mayManagePolicies(actor) : mayEditEntity(actor, resource);

const memberships: readonly string[] = ['groupMembership', 'nativeGroupMembership'];

/**
 * A member of a group has all its rights, so memberships of service accounts also require the privilege of
 * addGroupMembers.
 */
export const mayChangePeople = (actor: Actor, urn: string, aspectName: string): boolean =>
  memberships.includes(aspectName) ? mayManageUsers(actor) : mayManage(actor, urn);

/** Returns what an actor lacks for a change of an aspect about access, or for its entity's deletion, for the log. */
export function lackedFor(actor: Actor, { urn, type }: Resource, aspectName: string | null): string {
  if (type === 'dataHubPolicy') return `: ${lacks(actor, 'MANAGE_POLICIES')}`;
  if (aspectName !== null && memberships.includes(aspectName) && isAboutPeople(type, aspectName))
    return `: ${lacks(actor, 'MANAGE_USERS_AND_GROUPS')}`;
  const isAccess = aspectName === null ? isPersonOrGroup(type) : isAboutPeople(type, aspectName);
  return isAccess ? `: ${lacks(actor, manages(urn))}` : '';
}

const isPolicy = ({ type }: Resource) => type === 'dataHubPolicy';

/**
 * Rejects proposals that have created entities, if the actor may only set their status, or only change them in their
 * container: what does not exist yet is in none. A refusal does not say whether the entity exists, because the same right
 * would be missing for any other aspect.
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
    if (!isWriting(proposal) || !urns.has(proposal.urn) || mayCreate(actor, proposal)) continue;
    refusals.add(proposal, unauthorized(`${actor.urn} may not create ${proposal.urn}`));
  }
  refusals.throwIfAny();
}

function mayCreate(actor: Actor, proposal: Proposal): boolean {
  const { urn, entityType, aspectName } = proposal;
  if (isAboutPeople(entityType, aspectName)) return mayChangePeople(actor, urn, aspectName);
  const isRemoval = isStatus(proposal) && isPersonOrGroup(entityType);
  return mayEdit(actor, toResource(proposal)) || (isRemoval && mayManage(actor, urn));
}
