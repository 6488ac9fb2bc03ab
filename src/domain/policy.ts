import { metadataPrivileges, type Privilege, privileges } from './privileges.js';

/** A rule that grants privileges to users; nobody has a privilege that no active policy grants. */
export interface Policy {
  readonly id: string;
  readonly name: string;
  readonly type: 'PLATFORM' | 'METADATA';
  readonly state: 'ACTIVE' | 'INACTIVE';
  readonly privileges: readonly string[];
  readonly actors: { readonly allUsers: boolean; readonly users: readonly string[] };
  /** METADATA only. A null type covers every type; no URNs cover every entity of the type. */
  readonly resources: { readonly type: string | null; readonly urns: readonly string[] };
}

/** The entity that a privilege is wanted over. */
export interface Resource {
  readonly type: string;
  readonly urn: string;
}

/** Whether a user has a privilege, over a resource where it is a metadata privilege. */
export type Rights = (actorUrn: string, privilege: Privilege, resource?: Resource) => boolean;

/** A policy with its lists as sets: they may name thousands. */
interface Rule {
  readonly policy: Policy;
  readonly users: ReadonlySet<string>;
  readonly urns: ReadonlySet<string>;
}

const overEntities: ReadonlySet<string> = new Set(metadataPrivileges);

function confers({ policy }: Rule, privilege: string): boolean {
  const type = overEntities.has(privilege) ? 'METADATA' : 'PLATFORM';
  return policy.state === 'ACTIVE' && policy.type === type && policy.privileges.includes(privilege);
}

function names({ policy, users }: Rule, actorUrn: string): boolean {
  return policy.actors.allUsers || users.has(actorUrn);
}

function covers({ policy, urns }: Rule, resource: Resource | undefined): boolean {
  if (policy.type === 'PLATFORM') return true;
  if (resource === undefined) return false;
  const { type } = policy.resources;
  return (type === null || type === resource.type) && (urns.size === 0 || urns.has(resource.urn));
}

/**
 * The rule of access (contract, section 4): some active policy confers the privilege, names the user and
 * covers the resource. Compile once a version of the policies, ask on every request.
 */
export function compilePolicies(policies: readonly Policy[]): Rights {
  const rules = policies.map((policy) => ({
    policy,
    users: new Set(policy.actors.users),
    urns: new Set(policy.resources.urns),
  }));
  // Only the privileges of the table get an entry, so a name that nobody knows grants nothing.
  const conferring = new Map(
    Object.keys(privileges).map((privilege) => [privilege, rules.filter((rule) => confers(rule, privilege))]),
  );
  return (actorUrn, privilege, resource) =>
    (conferring.get(privilege) ?? []).some((rule) => names(rule, actorUrn) && covers(rule, resource));
}

/** The same for a single question. */
export function grants(
  policies: readonly Policy[],
  actorUrn: string,
  privilege: Privilege,
  resource?: Resource,
): boolean {
  return compilePolicies(policies)(actorUrn, privilege, resource);
}
