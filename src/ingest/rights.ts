import type { Actor } from '../core/actor.js';
import {
  lacking,
  manages,
  mayDeleteEntity,
  mayEditEntity,
  mayEditStatus,
  mayManage,
  mayManagePolicies,
  mayManageSecrets,
  mayManageUsers,
  toDeleteEntity,
  toEditStatus,
  toManageSecrets,
} from '../core/authorization.js';
import type { Resource } from '../core/resource.js';
import type { Privilege } from '../datahub/privileges.js';
import { isAboutPeople, isPersonOrGroup } from '../users/aspect-definitions.js';
import { isSecret } from '../visibility/secrets.js';
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

/** The privileges of which `mayPropose` requires one. @param aspectName null for the whole entity */
export function neededFor({ urn, type }: Resource, aspectName: string | null): readonly Privilege[] {
  if (type === 'dataHubPolicy') return ['MANAGE_POLICIES'];
  if (aspectName === null) return isPersonOrGroup(type) ? [manages(urn)] : toDeleteEntity;
  if (isAboutPeople(type, aspectName))
    return [memberships.includes(aspectName) ? 'MANAGE_USERS_AND_GROUPS' : manages(urn)];
  if (aspectName !== 'status') return ['EDIT_ENTITY'];
  // EDIT_ENTITY_STATUS is not enough for users and groups of the catalog (`mayWriteStatus`).
  return isPersonOrGroup(type) ? [manages(urn)] : toEditStatus;
}

/**
 * Rejects a patch of a secret that the actor may not read: its result, and whether it fails, depend on what is stored.
 *
 * @throws UNAUTHORIZED
 */
export function rejectSecretPatch(actor: Actor, { urn, aspectName, changeType }: Proposal): void {
  if (changeType === 'PATCH' && isSecret(aspectName) && !mayManageSecrets(actor))
    throw lacking(actor, `patch ${aspectName} of ${urn}`, toManageSecrets);
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
    const needed = neededFor(toResource(proposal), proposal.aspectName);
    const toCreate = needed.filter((name) => name !== 'EDIT_ENTITY_STATUS');
    refusals.add(proposal, lacking(actor, `create ${proposal.urn}`, toCreate));
  }
  refusals.throwIfAny();
}

function mayCreate(actor: Actor, proposal: Proposal): boolean {
  const { urn, entityType, aspectName } = proposal;
  if (isAboutPeople(entityType, aspectName)) return mayChangePeople(actor, urn, aspectName);
  const isRemoval = isStatus(proposal) && isPersonOrGroup(entityType);
  return mayEdit(actor, toResource(proposal)) || (isRemoval && mayManage(actor, urn));
}
