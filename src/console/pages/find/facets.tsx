import { useSignal } from '@preact/signals';
import type { Named } from '../../../client/named-entity.js';
import { useQuery } from '../../api/use-query.js';
import { TextButton } from '../../kit/button.js';
import { CheckBox } from '../../kit/check-box.js';
import { Icon } from '../../kit/icon.js';
import { Person } from '../../kit/marks.js';
import { Tag } from '../../kit/tag.js';
import { numberText } from '../../model/numbers.js';
import { fieldName, fieldNames, manyNames, valueName } from './labels.js';
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
  const filterCount = search.filters.length + search.types.length;
  return (
    <details class="facets" open={!matchMedia('(max-width: 48rem)').matches}>
      <summary class="btn">
        <Icon name="filter" /> Filters {filterCount > 0 && <span class="badge">{filterCount}</span>}
      </summary>
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
      <label class="check">
        <input
          class="switch"
          type="checkbox"
          checked={hasValue(search, removed, 'true')}
          onChange={() => go(toggled(search, removed, 'true'))}
        />
        Removed entities
      </label>
    </details>
  );
}

type FacetGroupProps = Pick<FacetsProps, 'search' | 'go'> & { field: string; facet: Facet | undefined };

/** Values that are shown at first. */
const few = 5;
/** Values that are shown at most, and from how many on they can be filtered: the service counts as many at first. */
const [many, filterable] = [100, 20];
/** Values that the service counts at most. */
const maxValues = 1_000;

function FacetGroup({ field, facet, search, go }: FacetGroupProps) {
  const isAll = useSignal(false);
  const filter = useSignal('');
  const chosen = chosenValues(search, field);
  // The other values of a field count without its own filter: several of them can be chosen.
  const isAsked = chosen.length > 0 || isAll.value || filter.value !== '';
  const max = isAll.value || filter.value !== '' ? maxValues : filterable + chosen.length;
  const alone = useQuery(
    count,
    isAsked
      ? {
          input: {
            ...matchInput(without(search, field)),
            facets: [field],
            searchFlags: { maxAggValues: Math.min(max, maxValues) },
          },
        }
      : null,
  );
  const known = (isAsked ? alone.data?.aggregateAcrossEntities?.facets?.[0] : undefined) ?? facet;
  const counted = (known?.aggregations ?? []).filter((each) => each.count > 0 || chosen.includes(each.value));
  const missing = chosen
    .filter((value) => !counted.some((each) => each.value === value))
    .map((value) => ({ value, count: null, entity: null }));
  const values = [...missing, ...counted];
  if (values.length === 0) return null;
  const nameOf = (value: string) => valueName(field, value, known ? [known] : []);
  const isMatch = (value: string) => nameOf(value).toLowerCase().includes(filter.value.trim().toLowerCase());
  const matching = values.filter(({ value }) => isMatch(value));
  const isShort = !isAll.value && filter.value === '';
  const shown = isShort
    ? matching.filter(({ value }, index) => index < few || chosen.includes(value))
    : matching.slice(0, many);
  const label = `Filter ${manyNames[field] ?? 'values'}`;
  return (
    <fieldset class="facet-group">
      <legend>{fieldName(field)}</legend>
      {values.length >= filterable && (
        <span class="with">
          <Icon name="filter" />
          <input
            class="input"
            type="text"
            placeholder={label}
            aria-label={label}
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
        </span>
      )}
      {shown.map((each) => (
        <CheckBox
          key={each.value}
          checked={chosen.includes(each.value)}
          onChange={() => go(toggled(search, field, each.value))}
        >
          <Value field={field} name={nameOf(each.value)} {...each} />
          {each.count !== null && <small>{numberText(each.count)}</small>}
        </CheckBox>
      ))}
      {matching.length === 0 && !alone.isLoading && <small class="soft">No match</small>}
      {!isShort && matching.length > many && (
        <small class="soft">The first {numberText(many)} are shown. Filter to see others.</small>
      )}
      {filter.value !== '' && values.length >= maxValues && (
        <small class="soft">Among the {numberText(maxValues)} most frequent.</small>
      )}
      {filter.value === '' && values.length > few && (
        <TextButton onClick={() => (isAll.value = !isAll.value)}>
          {isAll.value ? 'Show less' : 'Show more'}
          <span class="hidden"> of {fieldName(field)}</span>
        </TextButton>
      )}
      {alone.error && <small class="bad">{alone.error.message}</small>}
    </fieldset>
  );
}

interface ValueProps {
  field: string;
  value: string;
  name: string;
  entity: Named | null;
}

/** A value of a facet as it looks elsewhere: a tag as a tag, a person with the avatar. */
function Value({ field, value, name, entity }: ValueProps) {
  if (field === 'tags')
    return <Tag tag={{ urn: value, name, colorHex: entity?.colorHex ?? null }} isLink={false} />;
  if (field === 'owners') return <Person urn={value} name={name} />;
  return (
    <span class="cut" dir="auto" title={name}>
      {name}
    </span>
  );
}
