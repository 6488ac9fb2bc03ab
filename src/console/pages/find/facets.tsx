import { useSignal } from '@preact/signals';
import { useQuery } from '../../api/use-query.js';
import { CheckBox } from '../../kit/check-box.js';
import { numberText } from '../../model/numbers.js';
import { fieldName, fieldNames, valueName } from './labels.js';
import { count, type Facet, matchInput } from './request.js';
import { chosenValues, hasValue, removed, type Search, toggled, without } from './state.js';

interface FacetsProps {
  search: Search;
  facets: readonly Facet[];
  go(search: Search): void;
}

/** The filters that narrow a search, with the number of results of each. */
export function Facets({ search, facets, go }: FacetsProps) {
  const fields = [...new Set([...Object.keys(fieldNames), ...search.filters.map(({ field }) => field)])];
  return (
    <details class="facets" open={!matchMedia('(max-width: 60rem)').matches}>
      <summary>Filters</summary>
      <div class="stack">
        {fields
          .filter((field) => field !== removed)
          .map((field) => (
            <FacetGroup
              key={field}
              field={field}
              search={search}
              facet={facets.find((facet) => facet.field === field)}
              go={go}
            />
          ))}
        <CheckBox
          class="row"
          checked={hasValue(search, removed, 'true')}
          onChange={() => go(toggled(search, removed, 'true'))}
        >
          Removed entities
        </CheckBox>
      </div>
    </details>
  );
}

type FacetGroupProps = Pick<FacetsProps, 'search' | 'go'> & { field: string; facet: Facet | undefined };

const shownValues = 6;
const maxValues = 100;

function FacetGroup({ field, facet, search, go }: FacetGroupProps) {
  const isAll = useSignal(false);
  const chosen = chosenValues(search, field);
  // The other values of a field count without its own filter: several of them can be chosen.
  const isAsked = chosen.length > 0 || isAll.value;
  const alone = useQuery(
    count,
    isAsked
      ? {
          input: {
            ...matchInput(without(search, field)),
            facets: [field],
            searchFlags: { maxAggValues: isAll.value ? maxValues : shownValues + chosen.length },
          },
        }
      : null,
  );
  const own = isAsked ? alone.data?.aggregateAcrossEntities?.facets?.[0] : undefined;
  const known = own ?? facet;
  const counted = (known?.aggregations ?? []).filter((each) => each.count > 0 || chosen.includes(each.value));
  const missing = chosen
    .filter((value) => !counted.some((each) => each.value === value))
    .map((value) => ({ value, count: null }));
  const values = [...missing, ...counted];
  if (values.length === 0) return null;
  const shown = isAll.value
    ? values
    : values.filter(({ value }, index) => index < shownValues || chosen.includes(value));
  return (
    <fieldset>
      <legend>{fieldName(field)}</legend>
      {shown.map((each) => (
        <CheckBox
          key={each.value}
          class="facet"
          checked={chosen.includes(each.value)}
          onChange={() => go(toggled(search, field, each.value))}
        >
          <span>{valueName(field, each.value, known ? [known] : [])}</span>
          {each.count !== null && <span class="number soft">{numberText(each.count)}</span>}
        </CheckBox>
      ))}
      {(values.length > shownValues || isAll.value) && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            isAll.value = !isAll.value;
          }}
        >
          {isAll.value ? 'Fewer' : 'More …'}
        </button>
      )}
      {alone.error && <small class="bad">{alone.error.message}</small>}
    </fieldset>
  );
}
