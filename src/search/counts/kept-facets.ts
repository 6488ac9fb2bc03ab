import type { Deadline } from '../../core/deadline.js';
import { entityTypeName } from '../../datahub/entity-types.js';
import type { FacetRequest } from '../facet.js';
import type { SearchRequest } from '../request.js';
import { anyEntity, countedField, findsAll, type ValueCount } from './counted-value.js';
import type { CountsStore } from './counts-store.js';

/** Returns those facets of a request that finds everything whose counts are kept. */
export async function keptFacets(
  store: CountsStore,
  request: SearchRequest,
  facets: readonly FacetRequest[],
  maxValues: number,
  deadline?: Deadline,
): Promise<Map<FacetRequest, ValueCount[]>> {
  const fields = new Map<FacetRequest, string>();
  for (const facet of findsAll(request) ? facets : []) {
    const field = facet.fields.length === 1 ? countedField(facet.fields[0]!) : null;
    if (field !== null) fields.set(facet, field);
  }
  if (fields.size === 0) return new Map();
  const counts = await store.values([...new Set(fields.values())], request, maxValues, deadline);
  return new Map(
    [...fields].map(([facet, field]) => {
      const values = counts.filter((count) => count.field === field);
      return [facet, field === anyEntity ? nameTypes(values).slice(0, maxValues) : values];
    }),
  );
}

/** Types have other names in the API, and those that it does not know have one together. */
function nameTypes(counts: readonly ValueCount[]): ValueCount[] {
  const named = new Map<string, ValueCount>();
  for (const { value: type, count } of counts) {
    const value = entityTypeName(type);
    named.set(value, { value, count: count + (named.get(value)?.count ?? 0) });
  }
  return [...named.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
