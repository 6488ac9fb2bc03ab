/** Documents in the form of those that DataHub's pages send. */
export const me = `query getMe { me {
  corpUser {
    urn username
    info { active displayName title firstName lastName fullName email }
    editableProperties { displayName title pictureLink teams skills }
    settings { appearance { showSimplifiedHomepage showThemeV2 } views { defaultView { urn } } }
  }
  platformPrivileges { viewAnalytics managePolicies manageIdentities generatePersonalAccessTokens createTags manageTags
    viewMetadataProposals manageGlobalSettings }
} }`;

const userFields = `urn type username info { active displayName fullName } editableProperties { displayName pictureLink }`;

export const group = `query getGroup($urn: String!) { corpGroup(urn: $urn) {
  urn type exists name
  origin { type externalType }
  info { displayName description email slack }
  editableProperties { description slack email pictureLink }
  relationships(input: { types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"], direction: INCOMING, start: 0, count: 15 }) {
    start count total relationships { direction entity { ... on CorpUser { ${userFields} } } }
  }
} }`;

export const policies = `query listPolicies($input: ListPoliciesInput!) { listPolicies(input: $input) {
  start count total
  policies {
    urn type name description state privileges editable
    resources { type allResources resources
      filter { criteria { field condition values { value entity { urn type ... on Container { platform { urn } } } } } } }
    actors {
      users groups allUsers allGroups resourceOwners resourceOwnersTypes
      resolvedUsers { ${userFields} }
      resolvedGroups { urn type name info { displayName } }
      resolvedRoles { urn type name description }
      resolvedOwnershipTypes { urn type }
    }
  }
} }`;
