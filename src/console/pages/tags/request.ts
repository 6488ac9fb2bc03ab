import { graphql, type ResultOf } from '../../../client/documents.js';
import { namedEntity } from '../../../client/named-entity.js';
import { shownContainer, shownPlatform } from '../../model/listed-entity.js';

export const kindCounts = graphql(`
  fragment KindCounts on AggregateResults {
    facets {
      aggregations {
        value
        count
      }
    }
  }
`);

/** A tag, and by type: the entities that have it on themselves or on columns, and those that have it on themselves. */
export const load = graphql(
  `
  query Tag($urn: String!, $anywhere: [AndFilterInput!], $itself: [AndFilterInput!]) {
    tag(urn: $urn) {
      urn
      name
      properties {
        name
        description
        colorHex
      }
      usage {
        entities
        columns
      }
      facts(fields: ["owners"]) {
        values {
          entity {
            ...NamedEntity
          }
        }
      }
    }
    anywhere: aggregateAcrossEntities(input: { query: "*", facets: ["_entityType"], orFilters: $anywhere }) {
      ...KindCounts
    }
    itself: aggregateAcrossEntities(input: { query: "*", facets: ["_entityType"], orFilters: $itself }) {
      ...KindCounts
    }
  }
`,
  [kindCounts, namedEntity],
);

/** @param field `tags` for entities that have a tag anywhere, `entityTags` for those that have it on themselves */
export const having = (field: 'tags' | 'entityTags', urn: string) => [{ and: [{ field, values: [urn] }] }];

/** Something with a tag on one of its columns or on itself. */
export const findTagged = graphql(
  `
  query Tagged($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      total
      searchResults {
        entity {
          ...NamedEntity
          ... on Asset {
            platform {
              ...ShownPlatform
            }
            container {
              ...ShownContainer
            }
          }
          ... on Dataset {
            origin
          }
        }
      }
    }
  }
`,
  [namedEntity, shownPlatform, shownContainer],
);

export const listPlaces = graphql(`
  query TagPlaces($urn: String!, $urns: [String!]!) {
    tag(urn: $urn) {
      associationsOn(urns: $urns) {
        entity {
          urn
        }
        fieldPath
        declared
      }
    }
  }
`);

export type LoadedTag = ResultOf<typeof load>;
export type ShownTag = NonNullable<LoadedTag['tag']>;
/** What the dialogs need of a tag. */
export type EditedTag = Pick<ShownTag, 'urn' | 'name' | 'properties'>;
export type LoadedEntities = ResultOf<typeof findTagged>;
export type TaggedEntity = NonNullable<
  LoadedEntities['searchAcrossEntities']
>['searchResults'][number]['entity'];
export type LoadedPlaces = ResultOf<typeof listPlaces>;
export type Place = NonNullable<LoadedPlaces['tag']>['associationsOn'][number];
