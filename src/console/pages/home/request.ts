import { graphql, type ResultOf } from '../../../client/documents.js';
import { groupsFragment } from '../../../client/user.js';
import { listedEntity } from '../../model/listed-entity.js';
import type { count } from '../find/request.js';

/** Of the number of entities of each type, and the most used tags. */
export const contents = {
  input: { query: '*', facets: ['_entityType', 'tags'], searchFlags: { maxAggValues: 30 } },
};

/** Of the platforms with the most datasets. */
export const platforms = {
  input: {
    query: '*',
    types: ['DATASET' as const],
    facets: ['platform'],
    searchFlags: { maxAggValues: 6 },
  },
};

/** A new installation has people: whoever has signed in. */
const peopleTypes = ['CORP_USER', 'CORP_GROUP'];

/** @returns the number of entities by type, without people, and the values of the tags */
export function read(data: ResultOf<typeof count> | undefined) {
  const facets = data?.aggregateAcrossEntities?.facets ?? [];
  const valuesOf = (name: string) => facets.find(({ field }) => field === name)?.aggregations ?? [];
  return {
    types: new Map(
      valuesOf('_entityType')
        .filter(({ value, count }) => !peopleTypes.includes(value) && count > 0)
        .map(({ value, count }) => [value, count]),
    ),
    tags: valuesOf('tags'),
  };
}

export type TagCount = ReturnType<typeof read>['tags'][number];

/** One dataset with a tag, which the examples of searches find. */
export const example = graphql(
  `
    query Example {
      searchAcrossEntities(
        input: {
          query: "*"
          types: [DATASET]
          count: 1
          orFilters: [{ and: [{ field: "hasTags", values: ["true"] }] }]
          searchFlags: { skipHighlighting: true }
        }
      ) {
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

export const groupsOfCaller = graphql(
  'query GroupsOfCaller($urn: String!) { corpUser(urn: $urn) { ...Groups } }',
  [groupsFragment],
);

/** The datasets of some owners, those that changed last at first. */
export const datasetsOf = graphql(
  `
    query DatasetsOf($owners: [String!]!, $count: Int!) {
      searchAcrossEntities(
        input: {
          query: "*"
          types: [DATASET]
          orFilters: [{ and: [{ field: "owners", values: $owners }] }]
          sortInput: { sortCriteria: [{ field: "lastModifiedAt", sortOrder: DESCENDING }] }
          count: $count
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
