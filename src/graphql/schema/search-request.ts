import { badRequest } from '../../core/errors.js';
import { entityTypesByName } from '../../datahub/entity-types.js';
import type { Condition, Filter, Rule, SearchRequest, Sort } from '../../search/request.js';

type Given<T> = T | null | undefined;

interface FacetFilter {
  readonly field: string;
  readonly value?: Given<string>;
  readonly values?: Given<readonly string[]>;
  readonly condition?: Given<Condition>;
  readonly negated?: Given<boolean>;
}

export interface FilterInputs {
  readonly filters?: Given<readonly FacetFilter[]>;
  readonly orFilters?: Given<readonly { readonly and?: Given<readonly FacetFilter[]> }[]>;
}

interface Criterion {
  readonly field: string;
  readonly sortOrder: 'ASCENDING' | 'DESCENDING';
}

interface SortInput {
  readonly sortCriterion?: Given<Criterion>;
  readonly sortCriteria?: Given<readonly Criterion[]>;
}

/** What SearchFlags has that has an effect. */
export interface Flags {
  readonly includeSoftDeleted?: Given<boolean>;
  readonly maxAggValues?: Given<number>;
  readonly forgiving?: Given<boolean>;
  readonly estimateTotal?: Given<boolean>;
  readonly skipAggregates?: Given<boolean>;
  readonly skipHighlighting?: Given<boolean>;
  readonly minScore?: Given<number>;
}

export interface RequestInputs extends FilterInputs {
  readonly types?: Given<readonly string[]>;
  readonly query: string;
  readonly viewUrn?: Given<string>;
  readonly searchFlags?: Given<Flags>;
  readonly sortInput?: Given<SortInput>;
}

/** Returns what the arguments of a search ask for. @throws BAD_REQUEST */
export function searchRequest(inputs: RequestInputs): SearchRequest {
  const { searchFlags, viewUrn } = inputs;
  refuseView(viewUrn);
  if (typeof searchFlags?.minScore === 'number')
    throw badRequest(`minScore is ${searchFlags.minScore}; leave it out, because scores select nothing here`);
  return {
    types: toTypes(inputs.types),
    query: inputs.query,
    filter: toFilter(inputs),
    includeSoftDeleted: searchFlags?.includeSoftDeleted ?? false,
    sort: toSort(inputs.sortInput ?? {}),
    estimatesTotal: searchFlags?.estimateTotal ?? false,
    forgives: searchFlags?.forgiving ?? true,
  };
}

/** A search that ignored a view would find too much. @throws BAD_REQUEST */
export function refuseView(viewUrn: Given<string>): void {
  if (typeof viewUrn === 'string')
    throw badRequest('viewUrn is given; views do not apply here, so leave it out and filter by orFilters');
}

/** Returns the types as URNs have them; null for the default ones. @throws BAD_REQUEST for OTHER */
export function toTypes(names: Given<readonly string[]>): readonly string[] | null {
  if (!names) return null;
  return [...new Set(names)].map((name) => {
    const type = entityTypesByName.get(name);
    if (type === undefined) throw badRequest(`types has ${name}, which stands for no one type; leave it out`);
    return type;
  });
}

/** Every one of `filters` has to match, beside one of the alternatives of `orFilters`. @throws BAD_REQUEST */
export function toFilter({ filters, orFilters }: FilterInputs): Filter {
  const common = (filters ?? []).map(toRule);
  const alternatives = (orFilters ?? []).map(({ and }) => [...common, ...(and ?? []).map(toRule)]);
  return alternatives.length === 0 && common.length > 0 ? [common] : alternatives;
}

function toRule({ field, value, values, condition, negated }: FacetFilter): Rule {
  if (typeof value === 'string' && values)
    throw badRequest(`filter on ${field}: set value or values, not both`);
  const given = values ?? (typeof value === 'string' ? [value] : []);
  return { field, values: given, condition: condition ?? 'EQUAL', negated: negated ?? false };
}

function toSort({ sortCriterion, sortCriteria }: SortInput): Sort[] {
  const criteria = sortCriteria ?? (sortCriterion ? [sortCriterion] : []);
  return criteria.map(({ field, sortOrder }) => ({ field, descending: sortOrder === 'DESCENDING' }));
}
