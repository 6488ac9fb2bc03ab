import { type FragmentOf, graphql } from '../../client/documents.js';
import {
  includedPrivileges,
  metadataPrivileges,
  type Privilege,
  privileges,
  readPrivilege,
} from '../../datahub/privileges.js';
import { CommandFailed } from '../command-failed.js';
import type { Call } from './command.js';
import { pages } from './paging.js';
import { isGroup } from './people.js';

const criteriaFragment = graphql(`
  fragment Criteria on PolicyMatchFilter {
    criteria {
      field
      condition
      values {
        value
      }
    }
  }
`);

const policyFragment = graphql(
  `
  fragment Policy on Policy {
    urn
    revision
    name
    type
    state
    description
    editable
    privileges
    actors {
      users
      groups
      allUsers
      allGroups
      resourceOwners
      roles
    }
    resources {
      type
      resources
      allResources
      filter {
        ...Criteria
      }
      privilegeConstraints {
        ...Criteria
      }
    }
  }
`,
  [criteriaFragment],
);

/** A policy as GraphQL shows it. */
export type Policy = FragmentOf<typeof policyFragment>;

export const listDocument = graphql(
  'query ($input: ListPoliciesInput!) { listPolicies(input: $input) { total policies { ...Policy } } }',
  [policyFragment],
);

/** One of these is needed to read and change policies. */
export const needs = ['MANAGE_POLICIES'] as const;

/** Returns all policies, by name. */
export const allPolicies = (call: Call): Promise<Policy[]> =>
  pages(call, listDocument, (page) => ({ input: page }), { needs });

/** Returns a text for what a policy covers: `all`, a type, or URNs; null for what only the policy itself can say. */
export function describeCover({ resources }: Policy): string | null {
  if (resources === null) return 'all';
  const { type, resources: urns, allResources, filter, privilegeConstraints } = resources;
  if (filter || privilegeConstraints) return null;
  if (!allResources && urns && urns.length > 0) return urns.join(', ');
  return type ?? 'all';
}

/** Returns the resources of a policy for one URN or one type of entities; null for all. @throws CommandFailed */
export function resourcesOn(on: string | undefined) {
  if (on === undefined) return null;
  const [, type] = /^urn:li:([a-zA-Z0-9]+):./.exec(on) ?? [];
  if (type !== undefined) return { type, resources: [on], allResources: false };
  if (/^[a-z][A-Za-z0-9]*$/.test(on)) return { type: on, allResources: true };
  throw new CommandFailed(`"${on}" is neither a URN nor an entity type, such as dataset.`, 2);
}

/** Returns the types of policies that grant the privileges, with theirs. @throws CommandFailed for an unknown one */
export function byType(names: readonly string[], on: string | undefined): [Policy['type'], Privilege[]][] {
  const unknown = names.filter((name) => !Object.hasOwn(privileges, name));
  if (unknown.length > 0) {
    const known = Object.keys(privileges).join(', ');
    throw new CommandFailed(`Unknown privilege ${unknown.join(', ')}. Privileges are: ${known}.`, 2);
  }
  const isOverEntities = (name: string) => (metadataPrivileges as readonly string[]).includes(name);
  const over = (yes: boolean) =>
    [...new Set(names)].filter((name) => isOverEntities(name) === yes) as Privilege[];
  if (on !== undefined && over(false).length > 0)
    throw new CommandFailed(`${over(false).join(', ')} applies to the platform: leave out --on.`, 2);
  const types: [Policy['type'], Privilege[]][] = [
    ['METADATA', over(true)],
    ['PLATFORM', over(false)],
  ];
  return types.filter(([, some]) => some.length > 0);
}

/** Whether a policy is of this actor alone. */
export function isOfOnly({ actors }: Policy, urn: string): boolean {
  const { users, groups, allUsers, allGroups, resourceOwners, roles } = actors;
  const others = allUsers || allGroups || resourceOwners || (roles?.length ?? 0) > 0;
  const named = [...(users ?? []), ...(groups ?? [])];
  return !others && named.length === 1 && named[0] === urn;
}

/** Whether an actor gets a privilege by a policy, directly, by a group, or by a privilege that includes it. */
export function grants({ state, actors, privileges: has }: Policy, who: readonly string[], name: Privilege) {
  const { users, groups, allUsers, allGroups } = actors;
  const reaches =
    (allUsers && !who.every(isGroup)) ||
    (allGroups && who.some(isGroup)) ||
    who.some((urn) => users?.includes(urn) || groups?.includes(urn));
  const includes = (other: string) =>
    other === name || includedPrivileges[other as Privilege]?.includes(name) === true;
  return state === 'ACTIVE' && reaches && has.map(readPrivilege).some(includes);
}
