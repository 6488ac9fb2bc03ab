import { graphql, type ResultOf, type VariablesOf } from '../../../client/documents.js';
import { namedEntity } from '../../../client/named-entity.js';
import { listedEntity } from '../../model/listed-entity.js';
import type { Search } from './state.js';

const facetValues = graphql(
  `
    fragment FacetValues on FacetMetadata {
      field
      aggregations {
        value
        count
        entity {
          ...NamedEntity
        }
      }
    }
  `,
  [namedEntity],
);

export const find = graphql(
  `
    query Find($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        relaxed {
          query
          ignored
          corrections {
            word
            similar
          }
          required
          words
        }
        searchResults {
          entity {
            ...ListedEntity
          }
          matchedFields {
            name
            value
            entity {
              ...NamedEntity
            }
          }
        }
      }
    }
  `,
  [listedEntity, namedEntity],
);

/** The values of fields, with the number of entities of each. */
export const count = graphql(
  `
    query Count($input: AggregateAcrossEntitiesInput!) {
      aggregateAcrossEntities(input: $input) {
        facets {
          ...FacetValues
        }
      }
    }
  `,
  [facetValues],
);

type Found = NonNullable<ResultOf<typeof find>['searchAcrossEntities']>;
type Counted = NonNullable<ResultOf<typeof count>['aggregateAcrossEntities']>;
export type Hit = Found['searchResults'][number];
export type Relaxed = NonNullable<Found['relaxed']>;
export type Facet = NonNullable<Counted['facets']>[number];
type FindInput = VariablesOf<typeof find>['input'];

export const pageSize = 20;
/** The service pages no further. */
export const lastStart = 100_000;

const orders: Readonly<Record<string, { field: string; sortOrder: 'ASCENDING' | 'DESCENDING' }>> = {
  name: { field: '_entityName', sortOrder: 'ASCENDING' },
  changed: { field: 'lastModifiedAt', sortOrder: 'DESCENDING' },
};

/** Returns what a search and its counts have in common. */
export function matchInput({ query, filters, types }: Search) {
  const fields = [...new Set(filters.map(({ field }) => field))];
  const and = fields.map((field) => ({
    field,
    values: filters.filter((one) => one.field === field).map(({ value }) => value),
  }));
  return {
    query,
    types: types as NonNullable<FindInput['types']>,
    orFilters: and.length > 0 ? [{ and }] : [],
  };
}

/** Returns a search with its order, without its page. */
export const searchInput = (search: Search) => ({
  ...matchInput(search),
  ...(orders[search.sort] && { sortInput: { sortCriteria: [orders[search.sort]!] } }),
});

export const findInput = (search: Search): FindInput => ({
  ...searchInput(search),
  start: (search.page - 1) * pageSize,
  count: pageSize,
});
