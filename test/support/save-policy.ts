import type { Transaction } from '../../src/db/query.js';
import type { Policy } from '../../src/policies/policy.js';
import { type PolicyRow, policyUrn } from '../../src/policies/row.js';
import { writePolicies } from '../../src/policies/row-store.js';

/** Adds a policy, or replaces the one with its id, without its aspect. */
export const savePolicy = (tx: Transaction, policy: Policy): Promise<void> =>
  writePolicies(tx, [toRow(policy)]);

const toRow = (policy: Policy): PolicyRow => {
  const { id, name, description = null, type, state, privileges, actors, resources } = policy;
  const { criteria, isConstrained } = resources;
  return {
    ...{ urn: policyUrn(id), name, description, type, state, privileges, editable: true },
    ...{ allUsers: actors.allUsers, users: actors.users },
    ...{ allGroups: actors.allGroups ?? false, groups: actors.groups ?? null },
    ...{
      resourceType: resources.type,
      resources: resources.urns,
      allResources: resources.allResources ?? null,
    },
    filter: criteria ? JSON.stringify({ criteria }) : null,
    constraints: isConstrained ? '{}' : null,
  };
};
