import { badRequest } from '../core/errors.js';
import { parseUrn, quoted } from '../core/urn.js';
import { maxRules, maxValues } from '../search/query-limits.js';
import type { Filter, Rule } from '../search/request.js';

/** What a relationship has that filters can ask for. */
export type EdgeField = 'source' | 'sourceType' | 'destination' | 'destinationType' | 'relationship';

/** A rule about one field: whether it has one of the values. */
export interface EdgeRule {
  readonly field: EdgeField;
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** Alternatives, each with rules that must all hold. Empty: everything matches. */
export type EdgeFilter = readonly (readonly EdgeRule[])[];

/** The fields of a filter by the names that clients give them. */
const fieldsOf = {
  sourceFilter: { urn: 'source', entityType: 'sourceType' },
  destinationFilter: { urn: 'destination', entityType: 'destinationType' },
  edgeFilter: { relationshipType: 'relationship' },
} as const satisfies Record<string, Record<string, EdgeField>>;

export type FilterName = keyof typeof fieldsOf;

/** @throws BAD_REQUEST for fields and conditions that the filter does not have */
export function toEdgeFilter(name: FilterName, given: Filter): EdgeFilter {
  const fields = new Map<string, EdgeField>(Object.entries(fieldsOf[name]));
  const rules = given.flat();
  if (rules.length > maxRules)
    throw badRequest(`${name} has ${rules.length} criteria; at most ${maxRules} are allowed`);
  const values = rules.reduce((sum, rule) => sum + rule.values.length, 0);
  if (values > maxValues) throw badRequest(`${name} has ${values} values; at most ${maxValues} are allowed`);
  return given.map((all) => all.map((rule) => toEdgeRule(name, fields, rule)));
}

function toEdgeRule(name: string, fields: ReadonlyMap<string, EdgeField>, rule: Rule): EdgeRule {
  const field = fields.get(rule.field);
  const expected = [...fields.keys()].join(' or ');
  if (field === undefined)
    throw badRequest(`${name} has the field ${quoted(rule.field)}; expected ${expected}`);
  if (!['EQUAL', 'IN'].includes(rule.condition))
    throw badRequest(`${name} has the condition ${rule.condition} for ${rule.field}; expected EQUAL or IN`);
  if (rule.values.length === 0)
    throw badRequest(`${name} has no values for ${rule.field}; expected one or more`);
  const isUrn = rule.field === 'urn';
  const values = isUrn ? rule.values.map((urn) => parseUrn(urn, `${name} urn`).urn) : rule.values;
  return { field, values, negated: rule.negated };
}

/** Returns the values of a field that each alternative names; null: a filter does not limit them. */
export function namedValues(filter: EdgeFilter, field: EdgeField): string[] | null {
  const named = filter.map((all) => all.find((rule) => rule.field === field && !rule.negated)?.values);
  if (named.length === 0 || named.includes(undefined)) return null;
  return [...new Set(named.flatMap((values) => values!))].sort();
}
