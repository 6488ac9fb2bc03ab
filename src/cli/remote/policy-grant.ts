import type { Privilege } from '../../core/privileges.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import type { Call, CallOptions } from './command.js';
import { RemoteFailed } from './failure.js';
import { pages } from './paging.js';
import { actorUrn, groupsField, isGroup, type Related, urnsOf } from './people.js';
import { byType, coverOf, grants, isOfOnly, type Policy, policyPage, resourcesOn } from './policy-model.js';

export interface GrantOptions extends CallOptions {
  readonly on?: string;
}

const needs = ['MANAGE_POLICIES'] as const;
const maxNameLength = 255;

/** Adds privileges to the policies of one actor alone; makes those that are missing. */
export async function grant(
  { catalog, out }: Call,
  [actor, names]: readonly [string, readonly string[]],
  { on }: GrantOptions,
  deps: Dependencies,
): Promise<void> {
  const urn = actorUrn(actor);
  const wanted = byType(names, on);
  const resources = resourcesOn(on);
  await groupsOf(catalog, urn);
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
      const { createPolicy } = await catalog.graphql<{ createPolicy: string }>(
        'mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }',
        {
          input: {
            type,
            name,
            description: 'catalog policy grant and revoke change it.',
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
      urns.push(createPolicy);
    }
  }
  const where = on === undefined ? '' : ` on ${on}`;
  out.done(`${urn} has ${names.join(', ')}${where}, by ${urns.join(' and ')}.`, urns.join('\n'), {
    actor: urn,
    policies: urns,
  });
}

/** Takes privileges from the policies of one actor alone; deletes those that are left with none. */
export async function revoke(
  { catalog, out }: Call,
  [actor, names]: readonly [string, readonly string[]],
  { on }: GrantOptions,
  deps: Dependencies,
): Promise<void> {
  const urn = actorUrn(actor);
  const wanted = byType(names, on);
  const who = [urn, ...(await groupsOf(catalog, urn))];
  const changed: string[] = [];
  for (const policy of await allPolicies(catalog, deps)) {
    const some = wanted.find(([type]) => type === policy.type)?.[1] ?? [];
    const rest = policy.privileges.filter((name) => !some.includes(name as Privilege));
    const isOwn = ownPolicies([policy], { urn, type: policy.type, on }).length > 0;
    if (!isOwn || rest.length === policy.privileges.length) continue;
    if (rest.length > 0) await update(catalog, policy, rest);
    else
      await catalog.graphql(
        'mutation ($urn: String!) { deletePolicy(urn: $urn) }',
        { urn: policy.urn },
        needs,
      );
    changed.push(policy.urn);
  }
  const all = wanted.flatMap(([, some]) => some);
  const still = (await allPolicies(catalog, deps)).filter((policy) =>
    all.some((name) => grants(policy, who, name)),
  );
  const remaining = still.map(({ name, urn: of }) => `"${name}" (${of})`).join(', ');
  const also = remaining && `These policies grant some of it to ${urn} too: ${remaining}.`;
  const where = on === undefined ? '' : ` on ${on}`;
  if (changed.length === 0)
    throw new RemoteFailed(
      [`No policy of ${urn} alone grants ${all.join(', ')}${where}.`, also].filter(Boolean).join(' '),
    );
  if (also) deps.info(also);
  out.done(`Took ${all.join(', ')}${where} from ${urn}.`, changed.join('\n'), {
    actor: urn,
    policies: changed,
    stillGrantedBy: still.map((policy) => policy.urn),
  });
}

const allPolicies = (catalog: Client, deps: Dependencies): Promise<Policy[]> =>
  pages(deps, Number.MAX_SAFE_INTEGER, (start, count) => policyPage(catalog, { start, count }));

/** Returns the active policies of one actor alone over the same entities. */
const ownPolicies = (
  policies: readonly Policy[],
  { urn, type, on }: { urn: string; type: Policy['type']; on: string | undefined },
) =>
  policies.filter(
    (policy) =>
      policy.type === type &&
      policy.state === 'ACTIVE' &&
      policy.editable &&
      isOfOnly(policy, urn) &&
      (type === 'PLATFORM' || coverOf(policy) === (on ?? 'all')),
  );

async function update(catalog: Client, policy: Policy, privileges: readonly string[]): Promise<void> {
  const { urn, type, name, state, description, actors, resources } = policy;
  const { roles, ...others } = actors;
  const { filter, privilegeConstraints, ...covered } = resources ?? {};
  const input = {
    ...{ type, name, state, description, privileges },
    actors: others,
    ...(resources ? { resources: covered } : {}),
  };
  const document =
    'mutation ($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }';
  await catalog.graphql(document, { urn, input }, needs);
}

/** Returns the groups of a user. @throws RemoteFailed when there is no such user or group */
async function groupsOf(catalog: Client, urn: string): Promise<readonly string[]> {
  if (isGroup(urn)) {
    const { corpGroup } = await catalog.graphql<{ corpGroup: { properties: object | null } | null }>(
      'query ($urn: String!) { corpGroup(urn: $urn) { properties { displayName } } }',
      { urn },
    );
    if (!corpGroup?.properties)
      throw new RemoteFailed(`There is no group ${urn}; catalog group create makes one.`);
    return [];
  }
  const { corpUser } = await catalog.graphql<{
    corpUser: {
      status: string | null;
      readonly relationships: Related;
    } | null;
  }>(
    `query ($urn: String!) { corpUser(urn: $urn) { status
      ${groupsField} } }`,
    { urn },
  );
  if (!corpUser?.status) throw new RemoteFailed(`There is no user ${urn}; catalog user create makes one.`);
  return urnsOf(corpUser.relationships);
}
