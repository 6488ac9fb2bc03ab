import { graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { pages } from './paging.js';
import { groupsFragment, isGroup, listUrns } from './people.js';
import { describeCover, isOfOnly, type Policy, policyPage } from './policy-model.js';

/** One of these is needed to read and change policies. */
export const needs = ['MANAGE_POLICIES'] as const;

export const allPolicies = (catalog: Client, deps: Dependencies): Promise<Policy[]> =>
  pages(deps, Number.MAX_SAFE_INTEGER, (start, count) => policyPage(catalog, { start, count }));

/** Returns the active policies of one actor alone over the same entities. */
export const ownPolicies = (
  policies: readonly Policy[],
  { urn, type, on }: { urn: string; type: Policy['type']; on: string | undefined },
) =>
  policies.filter(
    (policy) =>
      policy.type === type &&
      policy.state === 'ACTIVE' &&
      policy.editable &&
      isOfOnly(policy, urn) &&
      (type === 'PLATFORM' || describeCover(policy) === (on ?? 'all')),
  );

export async function update(catalog: Client, policy: Policy, privileges: readonly string[]): Promise<void> {
  const { urn, type, name, state, description, actors, resources } = policy;
  const { roles, ...others } = actors;
  const { filter, privilegeConstraints, ...covered } = resources ?? {};
  const input = {
    ...{ type, name, state, description, privileges },
    actors: others,
    ...(resources ? { resources: covered } : {}),
  };
  await catalog.graphql(updateDocument, { urn, input }, needs);
}

const updateDocument = graphql(
  'mutation ($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }',
);
const groupDocument = graphql(
  'query ($urn: String!) { corpGroup(urn: $urn) { properties { displayName } } }',
);
const userDocument = graphql('query ($urn: String!) { corpUser(urn: $urn) { status ...Groups } }', [
  groupsFragment,
]);

/** Returns the groups of a user. @throws CommandFailed when there is no such user or group */
export async function readGroups(catalog: Client, urn: string): Promise<readonly string[]> {
  if (isGroup(urn)) {
    const { corpGroup } = await catalog.graphql(groupDocument, { urn });
    if (!corpGroup?.properties)
      throw new CommandFailed(`There is no group ${urn}; create one with catalog group create.`);
    return [];
  }
  const { corpUser } = await catalog.graphql(userDocument, { urn });
  if (!corpUser?.status)
    throw new CommandFailed(`There is no user ${urn}; create one with catalog user create.`);
  return listUrns(corpUser.relationships);
}
