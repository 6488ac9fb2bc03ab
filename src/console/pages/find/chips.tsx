import { fieldName, valueName } from './labels.js';
import type { Facet } from './request.js';
import { type Filter, type Search, searchHref, toggled, typeField } from './state.js';

/** The filters of a search, each with a link to the search without it. */
export function Chips({ search, facets }: { search: Search; facets: readonly Facet[] }) {
  const { types, filters } = search;
  const chips: Filter[] = [...types.map((value) => ({ field: typeField, value })), ...filters];
  if (chips.length === 0) return null;
  return (
    <ul class="row chips" aria-label="Filters">
      {chips.map(({ field, value }) => {
        const text = `${fieldName(field)}: ${valueName(field, value, facets)}`;
        return (
          <li key={`${field}:${value}`} class="tag">
            {text}
            <a href={searchHref(toggled(search, field, value))} aria-label={`Remove the filter ${text}`}>
              ×
            </a>
          </li>
        );
      })}
      <li>
        <a href={searchHref({ ...search, types: [], filters: [], page: 1 })}>Remove all</a>
      </li>
    </ul>
  );
}
