// Which privileges each operation needs, including implied ones (docs/wire-contract.md, "Privileges and policies").
import type { Actor } from './actor.js';
import { unauthorized } from './errors.js';
import type { Resource } from './policy.js';
import type { Privilege } from './privileges.js';
import { isServiceAccount, type Urn } from './urn.js';

export const mayManageTokens = (actor: Actor): boolean => actor.can('MANAGE_ACCESS_TOKENS');

/** Needed for the whole token API, also for revoking one's own token. */
export const mayUseTokens = (actor: Actor): boolean =>
  actor.can('GENERATE_PERSONAL_ACCESS_TOKENS') || mayManageTokens(actor);

export const mayManageTags = (actor: Actor): boolean => actor.can('MANAGE_TAGS');
export const mayCreateTag = (actor: Actor): boolean => actor.can('CREATE_TAGS') || mayManageTags(actor);

export const mayEditEntity = (actor: Actor, resource: Resource): boolean =>
  actor.can('EDIT_ENTITY', resource);

/** EDIT_ENTITY_TAGS does not include a dataset's columns, and EDIT_DATASET_COL_TAGS does not include the dataset. */
export const mayEditTags = (actor: Actor, resource: Resource, onColumn: boolean): boolean =>
  actor.can(onColumn ? 'EDIT_DATASET_COL_TAGS' : 'EDIT_ENTITY_TAGS', resource) ||
  mayEditEntity(actor, resource);

export const mayDeleteEntity = (actor: Actor, resource: Resource): boolean =>
  actor.can('DELETE_ENTITY', resource) || mayEditEntity(actor, resource);

/** Needed for soft deletion and its reversal, which are the aspect `status`. */
export const mayEditStatus = (actor: Actor, resource: Resource): boolean =>
  actor.can('EDIT_ENTITY_STATUS', resource) || mayEditEntity(actor, resource);

/** Like `mayEditTags`, one privilege does not include the other. */
export const mayEditDescription = (actor: Actor, resource: Resource, onColumn: boolean): boolean =>
  actor.can(onColumn ? 'EDIT_DATASET_COL_DESCRIPTION' : 'EDIT_ENTITY_DOCS', resource) ||
  mayEditEntity(actor, resource);

export const maySeeIndexSizes = (actor: Actor): boolean => actor.can('GET_TIMESERIES_INDEX_SIZES_PRIVILEGE');
export const mayTruncate = (actor: Actor): boolean => actor.can('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE');
export const maySeeTasks = (actor: Actor): boolean => actor.can('GET_ES_TASK_STATUS_PRIVILEGE');

export const maySearchAudit = (actor: Actor): boolean => actor.can('GET_AUDIT_EVENTS');

/** Needed for people and groups, over GraphQL and as aspects. EDIT_ENTITY does not include it. */
export const mayManageUsers = (actor: Actor): boolean => actor.can('MANAGE_USERS_AND_GROUPS');
export const mayManageServiceAccounts = (actor: Actor): boolean => actor.can('MANAGE_SERVICE_ACCOUNTS');

/** Needed for one user or group. */
export const mayManage = (actor: Actor, urn: Urn): boolean => actor.can(manages(urn));

/** Needed for policies, over GraphQL and as aspects. EDIT_ENTITY does not include it. */
export const mayManagePolicies = (actor: Actor): boolean => actor.can('MANAGE_POLICIES');

/** Returns what an actor lacks for one of the privileges, for the log. */
export function lacks(actor: Actor, ...privileges: readonly Privilege[]): string {
  const names = privileges.join(' or ');
  const { userCan, id } = actor.token ?? {};
  return userCan && privileges.some((name) => userCan(name))
    ? `the scopes of its token ${id} leave out ${names}`
    : `it lacks ${names}`;
}

/** The privilege that `mayManage` asks for. */
export const manages = (urn: Urn): Privilege =>
  isServiceAccount(urn) ? 'MANAGE_SERVICE_ACCOUNTS' : 'MANAGE_USERS_AND_GROUPS';

/**
 * Policies tell who may do what: they are read with the privilege of listPolicies. Every active user may read all other
 * entities.
 *
 * @throws UNAUTHORIZED
 */
export function checkRead(actor: Actor, type: string): void {
  if (type !== 'dataHubPolicy' || mayManagePolicies(actor)) return;
  throw unauthorized(`${actor.urn} may not read policies: ${lacks(actor, 'MANAGE_POLICIES')}`);
}
