import { graphql } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import type { Call, CallOptions } from './command.js';
import { allPolicies, needs, ownPolicies, readGroups, update } from './own-policies.js';
import { actorUrn, isGroup } from './people.js';
import { byType, resourcesOn } from './policy-model.js';

export interface GrantOptions extends CallOptions {
  readonly on?: string;
}

const maxNameLength = 255;

/** Adds privileges to the policies of one actor only; creates missing policies. */
export async function grant(
  { catalog, out }: Call,
  [actor, names]: readonly [string, readonly string[]],
  { on }: GrantOptions,
  deps: Dependencies,
): Promise<void> {
  const urn = actorUrn(actor);
  const wanted = byType(names, on);
  const resources = resourcesOn(on);
  await readGroups(catalog, urn);
  const policies = await allPolicies(catalog, deps);
  const urns: string[] = [];
  for (const [type, some] of wanted) {
    const existing = ownPolicies(policies, { urn, type, on }).at(0);
    if (existing) {
      const missing = some.filter((name) => !existing.privileges.includes(name));
      if (missing.length > 0) await update(catalog, existing, [...existing.privileges, ...missing]);
      urns.push(existing.urn);
    } else {
      const over = type === 'PLATFORM' ? 'the platform' : (on ?? 'all entities');
      const name = `Granted to ${urn} over ${over}`.slice(0, maxNameLength);
      const { createPolicy } = await catalog.graphql(
        graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }'),
        {
          input: {
            type,
            name,
            description: 'Managed by catalog policy grant and revoke.',
            state: 'ACTIVE',
            privileges: some,
            actors: {
              ...(isGroup(urn) ? { groups: [urn] } : { users: [urn] }),
              allUsers: false,
              allGroups: false,
              resourceOwners: false,
            },
            ...(type === 'METADATA' && resources ? { resources } : {}),
          },
        },
        needs,
      );
      urns.push(createPolicy!);
    }
  }
  const where = on === undefined ? '' : ` on ${on}`;
  out.done(`${urn} has ${names.join(', ')}${where}, by ${urns.join(' and ')}.`, urns.join('\n'), {
    actor: urn,
    policies: urns,
  });
}
