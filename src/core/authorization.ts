// The privileges that each operation requires, including implied ones (docs/wire-contract.md, "Privileges and
// policies").

import type { Privilege } from '../datahub/privileges.js';
import type { Actor } from './actor.js';
import { CatalogError } from './errors.js';
import { anyContainers, type Resource } from './resource.js';
import { isServiceAccount, type Urn } from './urn.js';

/**
 * Judges whether an actor may do something, and notes a right that holds as one that its work rests on. `allows` is called
 * again when the actor's rights have changed before that work is committed, so it must ask the actor each time.
 *
 * @param needs the privileges of which the actor needs one, for the refusal
 */
function judge(
  { standing }: Pick<Actor, 'standing'>,
  needs: readonly Privilege[],
  allows: (resource: Resource | undefined) => boolean,
  resource?: Resource,
): boolean {
  const holds = allows(resource);
  // Whether any containers could give the right is a question only.
  if (holds && standing && resource?.containers !== anyContainers)
    standing.judgements.push({ holds: allows, needs, resource });
  return holds;
}

const judgeAny = (actor: Actor, ...privileges: readonly Privilege[]): boolean =>
  judge(actor, privileges, () => privileges.some((name) => actor.can(name)));

const judgeAnyOver = (actor: Actor, resource: Resource, ...privileges: readonly Privilege[]): boolean =>
  judge(actor, privileges, (one) => privileges.some((name) => actor.can(name, one)), resource);

export const toManageTokens: readonly Privilege[] = ['MANAGE_ACCESS_TOKENS'];
export const mayManageTokens = (actor: Actor): boolean => judgeAny(actor, ...toManageTokens);

/** Needed for the whole token API, also for revoking one's own token. */
export const toUseTokens: readonly Privilege[] = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'];
export const mayUseTokens = (actor: Actor): boolean => judgeAny(actor, ...toUseTokens);

export const mayManageTags = (actor: Actor): boolean => judgeAny(actor, 'MANAGE_TAGS');
export const mayCreateTag = (actor: Actor): boolean => judgeAny(actor, 'CREATE_TAGS', 'MANAGE_TAGS');

export const mayEditEntity = (actor: Actor, resource: Resource): boolean =>
  judgeAnyOver(actor, resource, 'EDIT_ENTITY');

/** EDIT_ENTITY_TAGS does not include a dataset's columns, and EDIT_DATASET_COL_TAGS does not include the dataset. */
export const toEditTags = (onColumn: boolean): readonly Privilege[] => [
  onColumn ? 'EDIT_DATASET_COL_TAGS' : 'EDIT_ENTITY_TAGS',
  'EDIT_ENTITY',
];

export const mayEditTags = (actor: Actor, resource: Resource, onColumn: boolean): boolean =>
  judgeAnyOver(actor, resource, ...toEditTags(onColumn));

export const toDeleteEntity: readonly Privilege[] = ['DELETE_ENTITY', 'EDIT_ENTITY'];

const deletes = (actor: Actor, resource: Resource | undefined): boolean =>
  toDeleteEntity.some((name) => actor.can(name, resource));

export const mayDeleteEntity = (actor: Actor, resource: Resource): boolean =>
  judge(actor, toDeleteEntity, (one) => deletes(actor, one), resource);

export const toDeleteTag: readonly Privilege[] = ['MANAGE_TAGS', ...toDeleteEntity];
export const mayDeleteTag = (actor: Actor, resource: Resource): boolean =>
  judge(actor, toDeleteTag, (one) => actor.can('MANAGE_TAGS') || deletes(actor, one), resource);

/** Needed for soft deletion and its reversal, which are the aspect `status`. */
export const toEditStatus: readonly Privilege[] = ['EDIT_ENTITY_STATUS', 'EDIT_ENTITY'];
export const mayEditStatus = (actor: Actor, resource: Resource): boolean =>
  judgeAnyOver(actor, resource, ...toEditStatus);

/** Like `toEditTags`, one privilege does not include the other. */
export const toEditDescription = (onColumn: boolean): readonly Privilege[] => [
  onColumn ? 'EDIT_DATASET_COL_DESCRIPTION' : 'EDIT_ENTITY_DOCS',
  'EDIT_ENTITY',
];

export const mayEditDescription = (actor: Actor, resource: Resource, onColumn: boolean): boolean =>
  judgeAnyOver(actor, resource, ...toEditDescription(onColumn));

/** Needed over both ends of an edge; for a column, over its dataset. */
export const toEditLineage: readonly Privilege[] = ['EDIT_LINEAGE', 'EDIT_ENTITY'];
export const mayEditLineage = (actor: Actor, resource: Resource): boolean =>
  judgeAnyOver(actor, resource, ...toEditLineage);

// What stewards write about an entity, each of which `mayEditBy` judges.
export const toEditOwners: readonly Privilege[] = ['EDIT_ENTITY_OWNERS', 'EDIT_ENTITY'];
export const toEditDomain: readonly Privilege[] = ['EDIT_DOMAINS_PRIVILEGE', 'EDIT_ENTITY'];
export const toEditLinks: readonly Privilege[] = ['EDIT_ENTITY_DOC_LINKS', 'EDIT_ENTITY'];
export const toEditDeprecation: readonly Privilege[] = ['EDIT_DEPRECATION_PRIVILEGE', 'EDIT_ENTITY'];

/** Like `toEditTags`, one privilege does not include the other. */
export const toEditTerms = (onColumn: boolean): readonly Privilege[] => [
  onColumn ? 'EDIT_DATASET_COL_GLOSSARY_TERMS' : 'EDIT_ENTITY_GLOSSARY_TERMS',
  'EDIT_ENTITY',
];

/** @param privileges of which one is needed over the resource */
export const mayEditBy = (actor: Actor, resource: Resource, privileges: readonly Privilege[]): boolean =>
  judgeAnyOver(actor, resource, ...privileges);

export const toCreateDomain: readonly Privilege[] = ['CREATE_DOMAINS', 'MANAGE_DOMAINS'];
export const mayCreateDomain = (actor: Actor): boolean => judgeAny(actor, ...toCreateDomain);
export const mayManageDomains = (actor: Actor): boolean => judgeAny(actor, 'MANAGE_DOMAINS');
export const mayManageGlossaries = (actor: Actor): boolean => judgeAny(actor, 'MANAGE_GLOSSARIES');

export const maySeeIndexSizes = (actor: Actor): boolean =>
  judgeAny(actor, 'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE');
export const mayTruncate = (actor: Actor): boolean => judgeAny(actor, 'TRUNCATE_TIMESERIES_INDEX_PRIVILEGE');
export const maySeeTasks = (actor: Actor): boolean => judgeAny(actor, 'GET_ES_TASK_STATUS_PRIVILEGE');

export const maySearchAudit = (actor: Actor): boolean => judgeAny(actor, 'GET_AUDIT_EVENTS');

export const toReadEvents: readonly Privilege[] = ['GET_PLATFORM_EVENTS'];
export const mayReadEvents = (actor: Actor): boolean => judgeAny(actor, ...toReadEvents);
export const mayManageWebhooks = (actor: Actor): boolean => judgeAny(actor, 'MANAGE_WEBHOOKS');

/** Needed for people and groups, over GraphQL and as aspects. EDIT_ENTITY does not include it. */
export const mayManageUsers = (actor: Actor): boolean => judgeAny(actor, 'MANAGE_USERS_AND_GROUPS');
export const mayManageServiceAccounts = (actor: Actor): boolean => judgeAny(actor, 'MANAGE_SERVICE_ACCOUNTS');

/** Needed for one user or group. */
export const mayManage = (actor: Actor, urn: Urn): boolean => judgeAny(actor, manages(urn));

/** Needed for policies, over GraphQL and as aspects. EDIT_ENTITY does not include it. */
export const mayManagePolicies = (actor: Actor): boolean => judgeAny(actor, 'MANAGE_POLICIES');

/** Needed to read secrets, and to patch them: a patch can test what is stored. */
export const toManageSecrets: readonly Privilege[] = ['MANAGE_SECRETS'];
export const mayManageSecrets = (actor: Actor): boolean => judgeAny(actor, ...toManageSecrets);

/**
 * Returns the refusal of a caller who lacks the privileges, of which one is enough. It names them, so they must follow
 * from the request alone.
 *
 * @param action what the caller may not do, for the log
 * @param options.refusedEntity of several that the request names
 */
export const lacking = (
  actor: Pick<Actor, 'urn' | 'token'>,
  action: string,
  missingPrivileges: readonly Privilege[],
  { message, refusedEntity }: { readonly message?: string; readonly refusedEntity?: string } = {},
): CatalogError => {
  const { token } = actor;
  const isBeyondScopes = token !== undefined && !missingPrivileges.some((name) => token.includes(name));
  const names = missingPrivileges.join(' or ');
  const lack = isBeyondScopes ? `the scopes of its token ${token.id} do not include` : 'it lacks';
  const detail = `${actor.urn} may not ${action}: ${lack} ${names}`;
  return new CatalogError('UNAUTHORIZED', message, {
    detail,
    missingPrivileges,
    isBeyondScopes,
    refusedEntity,
  });
};

/** The privilege that `mayManage` requires. */
export const manages = (urn: Urn): Privilege =>
  isServiceAccount(urn) ? 'MANAGE_SERVICE_ACCOUNTS' : 'MANAGE_USERS_AND_GROUPS';
