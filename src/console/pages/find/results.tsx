import { excerpt, Marked, queryWords } from '../../kit/highlight.js';
import { entityName, type Named } from '../../model/entity-name.js';
import { links } from '../../model/links.js';
import { EntityItem } from '../entity/entity-item.js';
import { EntityLink } from '../entity/entity-link.js';
import { TagChip } from '../tags/tag-chip.js';
import type { Hit } from './request.js';

export function Results({ hits, query }: { hits: readonly Hit[]; query: string }) {
  const words = queryWords(query);
  return (
    <ul class="entity-list">
      {hits.map(({ entity, matchedFields }) => (
        <EntityItem key={entity.urn} entity={entity} words={words}>
          <Matched urn={entity.urn} name={entityName(entity)} fields={matchedFields} words={words} />
        </EntityItem>
      ))}
    </ul>
  );
}

const asTag = (entity: Named) => ({
  urn: entity.urn,
  name: entityName(entity),
  properties: entity.properties ?? null,
});

/** Fields that the item shows and marks itself. */
const shownElsewhere = new Set(['description', 'editedDescription', 'tags']);
const labels: Readonly<Record<string, string>> = {
  id: 'Id',
  qualifiedName: 'Full name',
  editedName: 'Given name',
  customProperties: 'Property',
  fieldTags: 'Columns tagged',
  editedFieldTags: 'Columns tagged',
};

interface MatchedProps {
  urn: string;
  name: string;
  fields: Hit['matchedFields'];
  words: readonly string[];
}

/** Says which columns, and what else, the search has matched. */
function Matched({ urn, name, fields, words }: MatchedProps) {
  const columns = fields.filter((field) => field.name === 'fieldPaths').map(({ value }) => value);
  const others = fields.filter(
    (field) => field.name !== 'fieldPaths' && !shownElsewhere.has(field.name) && field.value !== name,
  );
  const fieldLabel = (field: (typeof fields)[number]) => labels[field.name] ?? field.name;
  if (columns.length + others.length === 0) return null;
  return (
    <dl class="matched">
      {columns.length > 0 && (
        <div>
          <dt>{columns.length === 1 ? 'Column' : 'Columns'}</dt>
          <dd>
            {columns.map((column) => (
              <a key={column} href={links.entity(urn, { column })}>
                <code>
                  <Marked text={column} words={words} />
                </code>
              </a>
            ))}
          </dd>
        </div>
      )}
      {[...new Set(others.map(fieldLabel))].map((label) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {others
              .filter((field) => fieldLabel(field) === label)
              .map(({ value, entity }) =>
                entity === null ? (
                  <span key={value}>
                    <Marked text={excerpt(value, words, 120)} words={words} />
                  </span>
                ) : entity.type === 'TAG' ? (
                  <TagChip key={value} tag={asTag(entity)} />
                ) : (
                  <EntityLink key={value} entity={entity} />
                ),
              )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
