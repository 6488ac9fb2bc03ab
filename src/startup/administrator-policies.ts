import type { AspectUpsert } from '../aspects/aspect.js';
import { metadataPrivileges, privileges } from '../datahub/privileges.js';
import { policyUrn } from '../policies/row.js';

/** Returns a policy as its aspect. */
export const policyAspect = (id: string, value: AspectUpsert['value']): AspectUpsert => ({
  urn: policyUrn(id),
  entityType: 'dataHubPolicy',
  name: 'dataHubPolicyInfo',
  value,
});

/** Returns the policies that grant every privilege: METADATA policies grant those over entities, PLATFORM the others. */
export function administratorPolicies(admin: string): AspectUpsert[] {
  const overEntities = new Set<string>(metadataPrivileges);
  const common = { state: 'ACTIVE', actors: { users: [admin] } };
  return [
    policyAspect('bootstrap-platform', {
      ...common,
      displayName: 'All platform privileges for the first administrator',
      type: 'PLATFORM',
      privileges: Object.keys(privileges).filter((name) => !overEntities.has(name)),
    }),
    policyAspect('bootstrap-metadata', {
      ...common,
      displayName: 'All metadata privileges for the first administrator',
      type: 'METADATA',
      privileges: [...metadataPrivileges],
    }),
  ];
}
