import { graphql, type VariablesOf } from '../../../client/documents.js';
import type { createPolicy } from '../../../client/policy.js';
import { request } from '../../api/request.js';
import { RequestError } from '../../model/request-error.js';
import { type Policy, policyFields, type Resources } from './policy.js';
import type { Scope } from './scope.js';

const findPolicy = graphql(
  `
  query FindPolicy($urn: String!) {
    listPolicies(input: { count: 1, orFilters: [{ and: [{ field: "urn", values: [$urn] }] }] }) {
      policies {
        ...PolicyFields
      }
    }
  }
`,
  [policyFields],
);

export type PolicyInput = VariablesOf<typeof createPolicy>['input'];
type ResourceInput = NonNullable<PolicyInput['resources']>;

/** Returns actors as they were read. The service keeps the roles. */
export const sameActors = ({
  users,
  groups,
  allUsers,
  allGroups,
  resourceOwners,
  resourceOwnersTypes,
}: Policy['actors']): PolicyInput['actors'] => ({
  ...{ users, groups, allUsers, allGroups, resourceOwners },
  ...(resourceOwnersTypes && { resourceOwnersTypes }),
});

/** Returns resources as they were read, for a policy whose resources stay as they are. */
export const sameResources = ({ filter, privilegeConstraints, ...others }: Resources): ResourceInput => ({
  ...others,
  filter: sameFilter(filter),
  privilegeConstraints: sameFilter(privilegeConstraints),
});

type ReadFilter = {
  criteria:
    | { field: string; condition: 'EQUALS' | 'STARTS_WITH' | 'NOT_EQUALS'; values: { value: string }[] }[]
    | null;
} | null;

const sameFilter = (filter: ReadFilter) =>
  filter && {
    criteria: (filter.criteria ?? []).map(({ values, ...others }) => ({
      ...others,
      values: values.map(({ value }) => value),
    })),
  };

/**
 * Returns a policy as it is now. An update with what the page has read earlier would give
 * back rights that another person has taken away since.
 *
 * @throws RequestError NOT_FOUND when it was deleted
 */
export async function readPolicy(urn: string): Promise<Policy> {
  const [policy] = (await request(findPolicy, { urn })).listPolicies?.policies ?? [];
  if (!policy) throw new RequestError('It was deleted in the meantime.', 'NOT_FOUND');
  return policy;
}

/** Returns an update that changes nothing of a policy as it was read. */
export const samePolicy = (policy: Policy): PolicyInput => {
  const { name, description, type, state, privileges, actors, resources } = policy;
  return {
    ...{ name, description, type, state, privileges },
    actors: sameActors(actors),
    resources: resources && sameResources(resources),
  };
};

/** Returns null for all entities. */
export function toResources({ types, urns, prefixes, containers }: Scope): ResourceInput | null {
  const criteria = [
    { field: 'TYPE', condition: 'EQUALS' as const, values: types },
    { field: 'CONTAINER', condition: 'EQUALS' as const, values: containers?.map(({ value }) => value) },
    { field: 'URN', condition: 'EQUALS' as const, values: urns?.map(({ value }) => value) },
    { field: 'URN', condition: 'STARTS_WITH' as const, values: prefixes },
  ].flatMap(({ values, ...others }) => (values ? [{ ...others, values: [...values] }] : []));
  return criteria.length === 0 ? null : { filter: { criteria } };
}
