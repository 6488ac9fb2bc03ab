import type { Policy } from '../core/policy.js';
import { metadataPrivileges, privileges } from '../core/privileges.js';

/** Returns the policies that grant every privilege: METADATA policies grant those over entities, PLATFORM the others. */
export function administratorPolicies(admin: string): Policy[] {
  const overEntities = new Set<string>(metadataPrivileges);
  const common = {
    state: 'ACTIVE' as const,
    actors: { allUsers: false, users: [admin] },
    resources: { type: null, urns: [] },
  };
  return [
    {
      ...common,
      id: 'bootstrap-platform',
      name: 'All platform privileges for the first administrator',
      type: 'PLATFORM' as const,
      privileges: Object.keys(privileges).filter((name) => !overEntities.has(name)),
    },
    {
      ...common,
      id: 'bootstrap-metadata',
      name: 'All metadata privileges for the first administrator',
      type: 'METADATA' as const,
      privileges: [...metadataPrivileges],
    },
  ];
}
