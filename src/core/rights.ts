import type { Policy, Resource } from './policy.js';
import { metadataPrivileges, type Privilege, privileges } from './privileges.js';
import { everyone, type Holder, holdersOf, ResourceGrants } from './resource-grants.js';

/** Whether a user has a privilege, over a resource where it is a metadata privilege. */
export type Rights = (actorUrn: string, privilege: Privilege, resource?: Resource) => boolean;

const overEntities: ReadonlySet<string> = new Set(metadataPrivileges);

/** Takes policies one by one, so that whoever has many of them can do something else in between. */
export interface PolicyCompiler {
  /** Takes time as its lists are long. */
  add(policy: Policy): void;
  /** Asked once all are added. */
  readonly rights: Rights;
}

/**
 * The rule of access (contract, section 4): some active policy confers the privilege, names the user and
 * covers the resource. Compile once a version of the policies, ask on every request.
 */
export function policyCompiler(): PolicyCompiler {
  // Only the privileges of the table get an entry, so a name that nobody knows grants nothing.
  const platform = new Map<string, Set<Holder>>();
  const metadata = new Map<string, ResourceGrants>();
  for (const privilege of Object.keys(privileges)) {
    if (overEntities.has(privilege)) metadata.set(privilege, new ResourceGrants());
    else platform.set(privilege, new Set());
  }

  return {
    add(policy) {
      if (policy.state !== 'ACTIVE') return;
      for (const privilege of new Set(policy.privileges)) {
        if (policy.type === 'METADATA') metadata.get(privilege)?.add(policy);
        else for (const holder of holdersOf(policy)) platform.get(privilege)?.add(holder);
      }
    },
    rights(actorUrn, privilege, resource) {
      const holders = platform.get(privilege);
      if (holders) return holders.has(everyone) || holders.has(actorUrn);
      return resource !== undefined && (metadata.get(privilege)?.covers(actorUrn, resource) ?? false);
    },
  };
}

/** The same for a few policies at once. */
export function compilePolicies(policies: readonly Policy[]): Rights {
  const compiler = policyCompiler();
  for (const policy of policies) compiler.add(policy);
  return compiler.rights;
}
