import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../client/documents.js';
import type { Named } from '../../../client/named-entity.js';
import { useQuery } from '../../api/use-query.js';
import { Few } from '../../kit/few.js';
import { Paged } from '../../kit/paged.js';
import { typeName } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import { listedEntity } from '../../model/listed-entity.js';
import { memberField } from '../../model/members.js';
import { numberText } from '../../model/numbers.js';
import { EntityItem } from './entity-item.js';
import { EntityLink } from './entity-link.js';
import type { PartProps } from './part.js';
import { toEntities } from './request.js';

/** What belongs to an entity: the contents of a container, the jobs of a flow, the siblings of a dataset. */
export function Related({ entity, facts }: PartProps) {
  const { urn } = entity;
  const members = memberField(urn);
  if (entity.type === 'DATASET')
    return (
      <References
        title="Siblings"
        entities={facts('siblings').map(({ value, entity: sibling }) => sibling ?? { urn: value })}
        empty="No siblings: no other entity is known to hold the same data."
      />
    );
  if (entity.type === 'DATA_FLOW')
    return (
      // The URN of a job begins with that of its flow.
      <Members
        title="Jobs"
        field="urn"
        urn={urn}
        begins={`urn:li:dataJob:(${urn},`}
        empty="This flow has no jobs yet."
      />
    );
  if ('charts' in entity)
    return (
      <References title="Charts" {...toEntities(entity.charts)} empty="This dashboard has no charts yet." />
    );
  if ('dashboards' in entity)
    return (
      <References
        title="On dashboards"
        {...toEntities(entity.dashboards)}
        empty="This chart is not on a dashboard."
      />
    );
  if (!members) return null;
  return (
    <Members
      title={members[1]}
      field={members[0]}
      urn={urn}
      empty="Nothing here, or only removed entities."
    />
  );
}

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
function Members({ title, field, urn, begins, empty }: MembersProps) {
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

interface ReferencesProps {
  title: string;
  entities: readonly (Named & { readonly type?: string })[];
  /** How many there are beyond these. */
  more?: number;
  empty: string;
}

/** Entities to which another one refers. They need not be stored. */
const References = ({ title, entities, more = 0, empty }: ReferencesProps) => (
  <section class="stack tight" aria-label={title}>
    <h2>{title}</h2>
    {entities.length === 0 && <p class="soft">{empty}</p>}
    <ul class="stack tight">
      <Few items={entities} count={20}>
        {(one) => (
          <li key={one.urn} class="row one">
            <EntityLink entity={one} />
            {one.type && <small class="faint">{typeName(one.type)}</small>}
          </li>
        )}
      </Few>
    </ul>
    {more > 0 && <p class="soft">and {more} more</p>}
  </section>
);
