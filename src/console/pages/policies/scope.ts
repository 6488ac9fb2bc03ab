import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import type { Suggestion } from '../../kit/suggest.js';
import type { Resources } from './policy.js';

/** The entities that a policy covers: all parts that are there must match. Without any: all entities. */
export interface Scope {
  /** As in URNs: `dataset`. */
  readonly types?: readonly string[];
  readonly urns?: readonly Suggestion[];
  readonly prefixes?: readonly string[];
  readonly containers?: readonly Suggestion[];
}

type Criterion = NonNullable<NonNullable<Resources['filter']>['criteria']>[number];

/** Returns the scope, or in words what a form has no place for (docs/wire-contract.md, "Policies"). */
export function readScope(resources: Resources | null): Scope | string {
  if (!resources) return {};
  if (resources.privilegeConstraints) return 'privilegeConstraints, which are stored but not evaluated';
  const criteria = resources.filter?.criteria;
  if (!criteria) return listed(resources);
  let scope: Scope = {};
  for (const criterion of criteria) {
    const part = readCriterion(criterion);
    const name = `${criterion.field} ${criterion.condition}`;
    if (!part) return `a criterion ${name}, which is stored but not evaluated`;
    if (Object.keys(part).some((key) => key in scope)) return `two criteria ${name}`;
    scope = { ...scope, ...part };
  }
  return scope;
}

export const isEverything = (scope: Scope): boolean => Object.keys(scope).length === 0;

/** The type and the URNs, which policies have in place of a filter. */
function listed({ type, resources, allResources }: Resources): Scope {
  return {
    ...(type && { types: [type] }),
    ...(resources &&
      !allResources && { urns: resources.map((urn) => ({ value: urn, label: urnName(urn) })) }),
  };
}

function readCriterion({ field, condition, values }: Criterion): Scope | null {
  const texts = values.map(({ value }) => value);
  const named = values.map(({ value, entity }) => ({
    value,
    label: entityName(entity ?? { urn: value }),
  }));
  switch (`${field.replace(/^RESOURCE_/, '')} ${condition}`) {
    case 'TYPE EQUALS':
      return { types: texts };
    case 'URN EQUALS':
      return { urns: named };
    case 'URN STARTS_WITH':
      return { prefixes: texts };
    case 'CONTAINER EQUALS':
      return { containers: named };
    default:
      return null;
  }
}
