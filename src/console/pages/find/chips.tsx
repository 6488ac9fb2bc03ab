import { Button, IconButton } from '../../kit/button.js';
import { useNames } from '../../model/use-names.js';
import { fieldName, valueName } from './labels.js';
import type { Facet } from './request.js';
import { type Filter, type Search, toggled, typeField } from './state.js';

interface ChipsProps {
  search: Search;
  facets: readonly Facet[];
  go(search: Search): void;
}

/** The filters of a search, each with a button that removes it. */
export function Chips({ search, facets, go }: ChipsProps) {
  const { types, filters } = search;
  const chips: Filter[] = [...types.map((value) => ({ field: typeField, value })), ...filters];
  const name = useNames(filters.map(({ value }) => value));
  if (chips.length === 0) return null;
  return (
    <div class="chips tools" role="group" aria-label="Filters">
      {chips.map(({ field, value }) => {
        const text = `${fieldName(field)}: ${valueName(field, value, facets, name)}`;
        return (
          <span key={`${field}:${value}`} class="chip filter">
            <span class="cut" dir="auto" title={text}>
              {text}
            </span>
            <IconButton
              icon="x"
              isSmall
              label={`Remove the filter ${text}`}
              onClick={() => go(toggled(search, field, value))}
            />
          </span>
        );
      })}
      <Button kind="plain" size="small" onClick={() => go({ ...search, types: [], filters: [], page: 1 })}>
        Clear
      </Button>
    </div>
  );
}
