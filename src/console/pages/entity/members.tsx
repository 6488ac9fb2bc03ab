import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../client/documents.js';
import { useQuery } from '../../api/use-query.js';
import { Paged } from '../../kit/paged.js';
import { links } from '../../model/links.js';
import { listedEntity } from '../../model/listed-entity.js';
import { numberText } from '../../model/numbers.js';
import { EntityItem } from './entity-item.js';

const list = graphql(
  `
    query Members($filters: [FacetFilterInput!], $start: Int!, $count: Int!) {
      searchAcrossEntities(
        input: {
          query: "*"
          orFilters: [{ and: $filters }]
          start: $start
          count: $count
          sortInput: { sortCriteria: [{ field: "_entityName", sortOrder: ASCENDING }] }
        }
      ) {
        total
        searchResults {
          entity {
            ...ListedEntity
          }
        }
      }
    }
  `,
  [listedEntity],
);

const pageSize = 20;

interface MembersProps {
  title: string;
  /** The field of searches that has the URN. */
  field: string;
  urn: string;
  /** Absent: the value of the field is the URN. */
  begins?: string;
  empty: ComponentChildren;
}

/** The entities whose field refers to an entity, such as what is in a container. */
export function Members({ title, field, urn, begins, empty }: MembersProps) {
  const start = useSignal(0);
  const filters = begins
    ? [{ field, condition: 'START_WITH' as const, values: [begins] }]
    : [{ field, values: [urn] }];
  const query = useQuery(list, { filters, start: start.value, count: pageSize });
  const total = query.data?.searchAcrossEntities?.total ?? 0;
  return (
    <section class="stack">
      <div class="row">
        <h2>
          {title} {total > 0 && <span class="soft">({numberText(total)})</span>}
        </h2>
        {total > 0 && !begins && <a href={links.having(field, urn)}>Search these</a>}
      </div>
      <Paged
        query={query}
        label={title}
        read={({ searchAcrossEntities: found }) => ({ rows: found!.searchResults, total: found!.total })}
        start={start.value}
        count={pageSize}
        onStart={(value) => (start.value = value)}
        empty={empty}
      >
        {(results) => (
          <ul>
            {results.map(({ entity }) => (
              <EntityItem key={entity.urn} entity={entity} />
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}
