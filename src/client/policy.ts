import { graphql } from './documents.js';

/** The privileges of a user: on the service, or on one entity. */
export const grantedPrivileges = graphql(
  'query Granted($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges } }',
);

export const createPolicy = graphql(
  'mutation CreatePolicy($input: PolicyUpdateInput!) { createPolicy(input: $input) }',
);
export const updatePolicy = graphql(
  `mutation UpdatePolicy($urn: String!, $input: PolicyUpdateInput!, $basedOn: String!) {
    updatePolicy(urn: $urn, input: $input, basedOn: $basedOn)
  }`,
);
export const deletePolicy = graphql('mutation DeletePolicy($urn: String!) { deletePolicy(urn: $urn) }');
