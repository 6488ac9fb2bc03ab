import { graphql } from '../../client/documents.js';
import { createPolicy, deletePolicy, updatePolicy } from '../../client/policy.js';
import { groupsFragment, listUrns } from '../../client/user.js';
import { type Privilege, readPrivilege } from '../../datahub/privileges.js';
import { CommandFailed } from '../command-failed.js';
import type { Client } from './client.js';
import type { Call } from './command.js';
import { isGroup } from './people.js';
import {
  allPolicies,
  describeCover,
  grants,
  isOfOnly,
  needs,
  type Policy,
  resourcesOn,
} from './policy-model.js';

/** Privileges that an actor gets or loses. */
interface Grant {
  /** The actor. */
  readonly urn: string;
  readonly names: readonly string[];
  /** The same, by the type of the policies that grant them. */
  readonly wanted: readonly (readonly [Policy['type'], readonly Privilege[]])[];
  /** A URN or an entity type. */
  readonly on: string | undefined;
}

const maxNameLength = 255;
const groupDocument = graphql(
  'query ($urn: String!) { corpGroup(urn: $urn) { properties { displayName } } }',
);
const userDocument = graphql('query ($urn: String!) { corpUser(urn: $urn) { status ...Groups } }', [
  groupsFragment,
]);

const describePlace = (on: string | undefined) => (on === undefined ? '' : ` on ${on}`);

/** Adds privileges to the policies of one actor only; creates missing policies. */
export async function grant(call: Call, { urn, names, wanted, on }: Grant): Promise<void> {
  const { catalog, out } = call;
  const resources = resourcesOn(on);
  await readGroups(catalog, urn);
  const policies = await allPolicies(call);
  const urns: string[] = [];
  for (const [type, some] of wanted) {
    const existing = ownPolicies(policies, { urn, type, on }).at(0);
    if (existing) {
      const missing = some.filter((name) => !existing.privileges.map(readPrivilege).includes(name));
      if (missing.length > 0) await update(catalog, existing, [...existing.privileges, ...missing]);
      urns.push(existing.urn);
    } else {
      const over = type === 'PLATFORM' ? 'the platform' : (on ?? 'all entities');
      const input = {
        type,
        name: `Granted to ${urn} over ${over}`.slice(0, maxNameLength),
        description: 'Managed by catalog policy grant and revoke.',
        state: 'ACTIVE' as const,
        privileges: some,
        actors: {
          ...(isGroup(urn) ? { groups: [urn] } : { users: [urn] }),
          ...{ allUsers: false, allGroups: false, resourceOwners: false },
        },
        ...(type === 'METADATA' && resources ? { resources } : {}),
      };
      urns.push((await catalog.graphql(createPolicy, { input }, needs)).createPolicy!);
    }
  }
  const sentence = `${urn} has ${names.join(', ')}${describePlace(on)}, by ${urns.join(' and ')}.`;
  out.done(sentence, urns.join('\n'), { actor: urn, policies: urns });
}

/** Takes privileges from the policies of one actor alone; deletes those that are left with none. */
export async function revoke(call: Call, { urn, wanted, on }: Grant): Promise<void> {
  const { catalog, out, deps } = call;
  const who = [urn, ...(await readGroups(catalog, urn))];
  const changed: string[] = [];
  for (const policy of await allPolicies(call)) {
    const some = wanted.find(([type]) => type === policy.type)?.[1] ?? [];
    const rest = policy.privileges.filter((name) => !some.includes(readPrivilege(name) as Privilege));
    const isOwn = ownPolicies([policy], { urn, type: policy.type, on }).length > 0;
    if (!isOwn || rest.length === policy.privileges.length) continue;
    if (rest.length > 0) await update(catalog, policy, rest);
    else await catalog.graphql(deletePolicy, { urn: policy.urn }, needs);
    changed.push(policy.urn);
  }
  const all = wanted.flatMap(([, some]) => some);
  const still = (await allPolicies(call)).filter((policy) => all.some((name) => grants(policy, who, name)));
  const remaining = still.map(({ name, urn: of }) => `"${name}" (${of})`).join(', ');
  const also = remaining && `These policies still grant some of the privileges to ${urn}: ${remaining}.`;
  const what = `${all.join(', ')}${describePlace(on)}`;
  if (changed.length === 0)
    throw new CommandFailed([`No policy of ${urn} alone grants ${what}.`, also].filter(Boolean).join(' '));
  if (also) deps.info(also);
  out.done(`Revoked ${what} from ${urn}.`, changed.join('\n'), {
    actor: urn,
    policies: changed,
    stillGrantedBy: still.map((policy) => policy.urn),
  });
}

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
      (type === 'PLATFORM' || describeCover(policy) === (on ?? 'all')),
  );

async function update(catalog: Client, policy: Policy, privileges: readonly string[]): Promise<void> {
  const { urn, revision: basedOn, type, name, state, description, actors, resources } = policy;
  const { roles, ...others } = actors;
  const { filter, privilegeConstraints, ...covered } = resources ?? {};
  const input = {
    ...{ type, name, state, description, privileges },
    actors: others,
    ...(resources ? { resources: covered } : {}),
  };
  await catalog.graphql(updatePolicy, { urn, input, basedOn }, needs);
}

/** Returns the groups of a user. @throws CommandFailed when there is no such user or group */
async function readGroups(catalog: Client, urn: string): Promise<readonly string[]> {
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
