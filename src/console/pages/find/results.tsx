import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { entityName } from '../../../client/named-entity.js';
import type { Selected } from '../../edits/selected.js';
import { excerpt, hasWord, Marked, queryWords } from '../../kit/highlight.js';
import type { Selection } from '../../kit/selection.js';
import { useSelectionKeys } from '../../kit/selection-keys.js';
import { Tag } from '../../kit/tag.js';
import { links } from '../../model/links.js';
import { asTag } from '../../model/listed-entity.js';
import { numberText } from '../../model/numbers.js';
import { EntityItem } from '../entity/entity-item.js';
import { EntityLink, ValueLink } from '../entity/entity-link.js';
import type { Hit } from './request.js';
import type { Search } from './state.js';

interface ResultsProps {
  hits: readonly Hit[];
  query: string;
  selection: Selection<Selected>;
  /** What is done with the chosen results: below the list while there are any. */
  bar: ComponentChildren;
}

/** The results of a search, of which a person chooses some. */
export function Results({ hits, query, selection, bar }: ResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  useSelectionKeys(list, selection);
  const words = queryWords(query);
  return (
    <>
      <ul ref={list}>
        {hits.map(({ entity, matchedFields }) => (
          <EntityItem
            key={entity.urn}
            entity={entity}
            words={words}
            box={
              <input
                type="checkbox"
                aria-label={`Select ${entityName(entity)}`}
                checked={selection.has(entity.urn)}
                onClick={({ shiftKey }) => selection.toggle(entity.urn, shiftKey)}
              />
            }
          >
            <Matched urn={entity.urn} name={entityName(entity)} fields={matchedFields} words={words} />
          </EntityItem>
        ))}
      </ul>
      {selection.rows.length > 0 && bar}
    </>
  );
}

/** Fields that the row shows and marks itself. */
const shownElsewhere = ['description', 'editedDescription', 'tags'];
/** Fields that say no more than the name, where the name matches. */
const longNames = ['id', 'qualifiedName'];
const labels: Readonly<Record<string, string>> = {
  id: 'Id',
  qualifiedName: 'Full name',
  editedName: 'Display name',
  customProperties: 'Property',
  owners: 'Owner',
  fieldTags: 'Columns tagged',
  editedFieldTags: 'Columns tagged',
};

/** Fields whose values lead to the search for all entities with the value. */
const groupingFields: readonly string[] = [
  'platform',
  'platformInstance',
  'owners',
  'domains',
  'glossaryTerms',
];

const shownColumns = 4;
const shownText = 60;

interface MatchedProps {
  urn: string;
  name: string;
  fields: Hit['matchedFields'];
  words: readonly string[];
}

/** Says which columns, and what else, the search has matched. */
function Matched({ urn, name, fields, words }: MatchedProps) {
  const all = fields.filter((field) => field.name === 'fieldPaths').map(({ value }) => value);
  const byName = all.filter((column) => hasWord(column, words));
  // A column that matches by its description explains the result where no name does.
  const columns = byName.length > 0 ? byName : all;
  const left = ['fieldPaths', ...shownElsewhere, ...(hasWord(name, words) ? longNames : [])];
  const others = fields.filter((field) => !left.includes(field.name) && field.value !== name);
  const labelOf = (field: Hit['matchedFields'][number]) => labels[field.name] ?? field.name;
  return (
    <>
      {columns.length > 0 && <span class="faint small">{columns.length === 1 ? 'Column' : 'Columns'}</span>}
      {columns.slice(0, shownColumns).map((column) => (
        <a key={column} href={links.entity(urn, { column })}>
          <code dir="auto">
            <Marked text={column} words={words} />
          </code>
        </a>
      ))}
      {columns.length > shownColumns && <span class="faint small">+{columns.length - shownColumns}</span>}
      {others.map((field, index) => (
        <>
          {(index === 0 || labelOf(others[index - 1]!) !== labelOf(field)) && (
            <span class="faint small">{labelOf(field)}</span>
          )}
          <MatchedValue key={field.value} field={field} words={words} />
        </>
      ))}
    </>
  );
}

function MatchedValue({ field, words }: { field: Hit['matchedFields'][number]; words: readonly string[] }) {
  const { name, value, entity } = field;
  if (entity === null)
    return (
      <span class="small" dir="auto">
        <Marked text={excerpt(value, words, shownText)} words={words} />
      </span>
    );
  if (entity.type === 'TAG') return <Tag tag={asTag(entity)} />;
  return groupingFields.includes(name) ? (
    <ValueLink field={name} entity={entity} />
  ) : (
    <EntityLink entity={entity} />
  );
}

const orders = [
  ['', 'Best match'],
  ['name', 'Name'],
  ['changed', 'Recently changed'],
] as const;

interface ResultsHeadProps {
  search: Search;
  total: number;
  selection: Selection<Selected>;
  go(search: Search): void;
}

/** Above the results: the check box of the page, their number, and their order. */
export function ResultsHead({ search, total, selection, go }: ResultsHeadProps) {
  const { ofShown } = selection;
  return (
    <div class="results-head">
      <input
        type="checkbox"
        class={ofShown === 'some' ? 'mixed' : ''}
        aria-label="Select all on this page"
        checked={ofShown === 'all'}
        // A property: no attribute says that a check box stands for some.
        ref={(box) => {
          if (box) box.indeterminate = ofShown === 'some';
        }}
        onClick={selection.toggleShown}
      />
      <span role="status">
        <strong>{numberText(total)}</strong> {total === 1 ? 'result' : 'results'}
      </span>
      <label class="push row one">
        <span class="wide-only">Sort</span>
        <select
          class="input"
          aria-label="Sort"
          value={orders.find(([name]) => name === search.sort)?.[0] ?? ''}
          onChange={(event) =>
            go({ ...search, sort: orders[event.currentTarget.selectedIndex]![0], page: 1 })
          }
        >
          {orders.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
