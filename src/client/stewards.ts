import { graphql } from './documents.js';

// What stewards edit beside tags and descriptions (docs/wire-contract.md, "Stewards' edits").

export const addOwners = graphql(
  'mutation AddOwners($input: BatchAddOwnersInput!) { batchAddOwners(input: $input) }',
);
export const removeOwners = graphql(
  'mutation RemoveOwners($input: BatchRemoveOwnersInput!) { batchRemoveOwners(input: $input) }',
);
export const setDomain = graphql(
  'mutation SetDomain($input: BatchSetDomainInput!) { batchSetDomain(input: $input) }',
);
export const addTerms = graphql(
  'mutation AddTerms($input: BatchAddTermsInput!) { batchAddTerms(input: $input) }',
);
export const removeTerms = graphql(
  'mutation RemoveTerms($input: BatchRemoveTermsInput!) { batchRemoveTerms(input: $input) }',
);
export const addLink = graphql('mutation AddLink($input: AddLinkInput!) { addLink(input: $input) }');
export const removeLink = graphql(
  'mutation RemoveLink($input: RemoveLinkInput!) { removeLink(input: $input) }',
);
export const updateDeprecation = graphql(
  'mutation UpdateDeprecation($input: BatchUpdateDeprecationInput!) { batchUpdateDeprecation(input: $input) }',
);
