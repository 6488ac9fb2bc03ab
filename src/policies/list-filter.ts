import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { isPolicyUrn, toPolicyId } from './row.js';

interface Filter {
  readonly field: string;
  readonly value?: string | null | undefined;
  readonly values?: readonly string[] | null | undefined;
  readonly condition?: string | null | undefined;
  readonly negated?: boolean | null | undefined;
}

/** One of the lists must match, with all its filters. */
export type OrFilters = readonly { readonly and?: readonly Filter[] | null | undefined }[] | null | undefined;

const types = ['METADATA', 'PLATFORM'] as const;
const states = ['ACTIVE', 'INACTIVE', 'DRAFT'] as const;

/** The fields that `listPolicies` shows and DataHub's names for them: the column of each, and what it contains. */
const fields = {
  urn: { column: 'id', kind: 'urn' },
  name: { column: 'name', kind: 'text' },
  displayName: { column: 'name', kind: 'text' },
  description: { column: 'description', kind: 'text' },
  type: { column: 'type', kind: 'name', names: types },
  state: { column: 'state', kind: 'name', names: states },
  editable: { column: 'editable', kind: 'flag' },
  privileges: { column: 'privileges', kind: 'list' },
  users: { column: 'users', kind: 'list' },
  groups: { column: 'groups', kind: 'list' },
  allUsers: { column: 'allUsers', kind: 'flag' },
  allGroups: { column: 'allGroups', kind: 'flag' },
  resourceType: { column: 'resourceType', kind: 'text' },
  resources: { column: 'resources', kind: 'list' },
  allResources: { column: 'allResources', kind: 'flag' },
} as const;

type Field = (typeof fields)[keyof typeof fields];

/** A column that must have one of the values, or none of them. */
export type PolicyCondition = { readonly negated: boolean } & (
  | {
      readonly kind: 'text' | 'name' | 'list';
      readonly column: Exclude<Field, { kind: 'flag' }>['column'];
      readonly values: readonly string[];
    }
  | {
      readonly kind: 'flag';
      readonly column: Extract<Field, { kind: 'flag' }>['column'];
      readonly values: readonly boolean[];
    }
);

/** More values would not fit the parameters of a statement. */
const maxValues = 1_000;

/** Returns the alternatives, of which one must match with all its conditions; null for all policies. @throws BAD_REQUEST */
export function parsePolicyFilters(orFilters: OrFilters): PolicyCondition[][] | null {
  if (!orFilters || orFilters.length === 0) return null;
  const alternatives = orFilters.map(({ and }) => (and ?? []).map(parseFilter));
  const count = alternatives.flat().reduce((sum, { values }) => sum + 1 + values.length, alternatives.length);
  if (count > maxValues)
    throw badRequest(`orFilters has ${count} lists, filters and values; at most ${maxValues} are allowed`);
  // An alternative without conditions matches all policies.
  return alternatives.some((all) => all.length === 0) ? null : alternatives;
}

function parseFilter({ field, value, values, condition, negated }: Filter): PolicyCondition {
  if (!Object.hasOwn(fields, field))
    throw badRequest(
      `${quoted(field)} is not a field to filter policies by; expected one of ${Object.keys(fields).join(', ')}`,
    );
  if (condition && condition !== 'EQUAL' && condition !== 'IN')
    throw badRequest(`condition is ${condition}; policies can be filtered only by EQUAL or IN`);
  const found: Field = fields[field as keyof typeof fields];
  const wanted = values ?? (value ? [value] : []);
  const isNegated = negated ?? false;
  if (found.kind === 'flag')
    return { kind: 'flag', column: found.column, values: wanted.map(toFlag(field)), negated: isNegated };
  if (found.kind === 'urn') {
    const ids = wanted.filter(isPolicyUrn).map(toPolicyId);
    return { kind: 'text', column: found.column, values: ids, negated: isNegated };
  }
  if (found.kind === 'name') {
    const unknown = wanted.find((name) => !(found.names as readonly string[]).includes(name));
    if (unknown !== undefined)
      throw badRequest(`${field} is ${quoted(unknown)}; expected ${found.names.join(', ')}`);
  }
  return { kind: found.kind, column: found.column, values: wanted, negated: isNegated };
}

const toFlag =
  (field: string) =>
  (text: string): boolean => {
    if (text !== 'true' && text !== 'false')
      throw badRequest(`${field} is ${quoted(text)}; expected true or false`);
    return text === 'true';
  };
