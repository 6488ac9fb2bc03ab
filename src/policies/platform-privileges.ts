import type { Actor } from '../core/actor.js';
import {
  mayCreateDomain,
  mayCreateTag,
  mayManageDomains,
  mayManageGlossaries,
  mayManagePolicies,
  mayManageSecrets,
  mayManageTags,
  mayManageTokens,
  mayUseTokens,
} from '../core/authorization.js';

/**
 * The platform privileges that DataHub's clients read before they offer an action. Privileges without meaning here are
 * false.
 */
const withoutMeaning = {
  viewAnalytics: false,
  manageIngestion: false,
  viewTests: false,
  manageTests: false,
  manageUserCredentials: false,
  manageGlobalViews: false,
  manageOwnershipTypes: false,
  manageGlobalAnnouncements: false,
  createBusinessAttributes: false,
  manageBusinessAttributes: false,
  manageStructuredProperties: false,
  viewStructuredPropertiesPage: false,
  viewMetadataProposals: false,
  manageGlobalSettings: false,
} as const;

/** Returns the actor's privileges over the platform by the names of DataHub's GraphQL type PlatformPrivileges. */
export const evaluatePlatformPrivileges = (actor: Actor) => ({
  ...withoutMeaning,
  managePolicies: mayManagePolicies(actor),
  manageIdentities: actor.can('MANAGE_USERS_AND_GROUPS'),
  manageServiceAccounts: actor.can('MANAGE_SERVICE_ACCOUNTS'),
  generatePersonalAccessTokens: mayUseTokens(actor),
  manageTokens: mayManageTokens(actor),
  manageSecrets: mayManageSecrets(actor),
  createTags: mayCreateTag(actor),
  manageTags: mayManageTags(actor),
  viewManageTags: mayManageTags(actor),
  createDomains: mayCreateDomain(actor),
  manageDomains: mayManageDomains(actor),
  manageGlossaries: mayManageGlossaries(actor),
});

export type PlatformPrivileges = ReturnType<typeof evaluatePlatformPrivileges>;
