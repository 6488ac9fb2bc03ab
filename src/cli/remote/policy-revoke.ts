import { graphql } from '../../client/documents.js';
import type { Privilege } from '../../datahub/privileges.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Call } from './command.js';
import { allPolicies, needs, ownPolicies, readGroups, update } from './own-policies.js';
import { actorUrn } from './people.js';
import type { GrantOptions } from './policy-grant.js';
import { byType, grants } from './policy-model.js';

/** Takes privileges from the policies of one actor alone; deletes those that are left with none. */
export async function revoke(
  { catalog, out }: Call,
  [actor, names]: readonly [string, readonly string[]],
  { on }: GrantOptions,
  deps: Dependencies,
): Promise<void> {
  const urn = actorUrn(actor);
  const wanted = byType(names, on);
  const who = [urn, ...(await readGroups(catalog, urn))];
  const changed: string[] = [];
  for (const policy of await allPolicies(catalog, deps)) {
    const some = wanted.find(([type]) => type === policy.type)?.[1] ?? [];
    const rest = policy.privileges.filter((name) => !some.includes(name as Privilege));
    const isOwn = ownPolicies([policy], { urn, type: policy.type, on }).length > 0;
    if (!isOwn || rest.length === policy.privileges.length) continue;
    if (rest.length > 0) await update(catalog, policy, rest);
    else
      await catalog.graphql(
        graphql('mutation ($urn: String!) { deletePolicy(urn: $urn) }'),
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
  const also = remaining && `These policies still grant some of the privileges to ${urn}: ${remaining}.`;
  const where = on === undefined ? '' : ` on ${on}`;
  if (changed.length === 0)
    throw new CommandFailed(
      [`No policy of ${urn} alone grants ${all.join(', ')}${where}.`, also].filter(Boolean).join(' '),
    );
  if (also) deps.info(also);
  out.done(`Revoked ${all.join(', ')}${where} from ${urn}.`, changed.join('\n'), {
    actor: urn,
    policies: changed,
    stillGrantedBy: still.map((policy) => policy.urn),
  });
}
