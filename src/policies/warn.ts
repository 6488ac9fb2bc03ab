import type { Requester } from '../core/actor.js';
import { warn, warningsMax } from '../core/warn.js';
import { hasEffect } from '../datahub/other-privileges.js';
import { inChunks } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { missingActors } from './actor-store.js';
import { isEvaluated, toCoverage } from './evaluation/resource-filter.js';
import { hasOtherActors, type PolicyInfo } from './model.js';
import type { PolicyResources } from './policy.js';

const namesMax = 5;

/** Warns the caller of policies that grant less than their texts say. Called in the transaction that writes them. */
export async function warnOfPolicies(
  tx: Transaction,
  requester: Requester,
  policies: ReadonlyMap<string, PolicyInfo>,
): Promise<void> {
  await inChunks([...policies], measureSize, async (chunk) => {
    if ((requester.warnings?.size ?? 0) >= warningsMax) return;
    const missing = await missingActors(
      tx,
      chunk.flatMap(([, { actors }]) => actors.users ?? []),
      chunk.flatMap(([, { actors }]) => actors.groups ?? []),
    );
    for (const [urn, policy] of chunk) {
      for (const warning of findWarnings(policy)) warn(requester, `${urn}: ${warning}`);
      const { users, groups } = policy.actors;
      const named = [...(users ?? []), ...(groups ?? [])].filter((actor) => missing.has(actor));
      if (named.length > 0) warn(requester, `${urn}: ${notThere(named)}`);
    }
  });
}

function notThere(urns: readonly string[]): string {
  const more = urns.length - namesMax;
  const names = urns.slice(0, namesMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `these users and groups do not exist here: ${names}`;
}

const measureSize = ([, { actors }]: readonly [string, PolicyInfo]) =>
  [...(actors.users ?? []), ...(actors.groups ?? [])].reduce((sum, urn) => sum + urn.length, 0);

/** Returns the privileges of a policy that grant nothing here: DataHub's others, and those of the other type of policy. */
export const privilegesWithoutEffect = ({ privileges, type }: PolicyInfo): readonly string[] =>
  privileges.filter((name) => !hasEffect(name, type));

/** Returns the reasons why a policy grants less than its text implies. */
function findWarnings(policy: PolicyInfo): readonly string[] {
  const warnings: string[] = [];
  const unused = privilegesWithoutEffect(policy);
  if (unused.length > 0) {
    warnings.push(
      `these privileges are stored but grant nothing in a ${policy.type} policy: ${unused.join(', ')}`,
    );
  }
  if (hasOtherActors(policy.actors)) {
    warnings.push('roles and resource owners are stored as actors but receive no privileges');
  }
  if (policy.type !== 'METADATA') return warnings;
  const { filter, privilegeConstraints } = policy.resources ?? {};
  const criteria = filter?.criteria ?? [];
  const others = criteria.filter((criterion) => !isEvaluated(criterion));
  for (const { field, condition } of others) {
    warnings.push(
      `a criterion ${field} ${condition ?? 'EQUALS'} is not evaluated here, so the policy covers no entity`,
    );
  }
  if (criteria.filter(({ field }) => field === 'CONTAINER').length > 1) {
    warnings.push('two CONTAINER criteria are not evaluated together, so the policy covers no entity');
  }
  if (privilegeConstraints) {
    warnings.push('privilegeConstraints are not evaluated here, so the policy covers no entity');
  }
  if (isEmpty(policy))
    warnings.push('no entity matches all of its resources, so the policy covers no entity');
  return warnings;
}

/** Whether the resources are evaluated, and no entity can match them. */
function isEmpty({ resources }: PolicyInfo): boolean {
  if (!resources) return false;
  const { type, resources: urns, allResources, filter, privilegeConstraints } = resources;
  const given: PolicyResources = {
    type: type ?? null,
    urns: urns ?? [],
    allResources: !urns || (allResources ?? false),
    criteria: filter?.criteria ?? null,
    isConstrained: Boolean(privilegeConstraints),
  };
  const coverage = toCoverage(given);
  if (!coverage) return false;
  const { entities, containers } = coverage;
  return entities.urns.size + entities.prefixes.size === 0 || containers?.length === 0;
}
