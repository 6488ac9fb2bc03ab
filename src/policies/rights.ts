import type { Load } from '../db/batched.js';
import { compilePolicies, type Rights } from '../domain/policy.js';
import type { PolicySet } from './store.js';

/** The policies as of a version that was read with the caller's row, in the same request. */
export type ReadRights = (version: number) => Promise<Rights>;

/**
 * Compiles the policies once a version. The version comes with every request, so a changed policy holds from the
 * next request on, on every replica, and nothing needs to be invalidated.
 */
export function rightsReader(load: Load<'policies', PolicySet>): ReadRights {
  let compiled: { version: number; grants: Rights } | undefined;
  return async (version) => {
    if (compiled?.version === version) return compiled.grants;
    const set = await load('policies');
    if (!set) throw new Error('The policies could not be read.');
    compiled = { version: set.version, grants: compilePolicies(set.policies) };
    return compiled.grants;
  };
}
