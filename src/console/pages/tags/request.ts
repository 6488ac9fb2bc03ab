import { graphql, type ResultOf } from '../../../client/documents.js';
import { namedEntity } from '../../model/entity-name.js';

export const load = graphql(
  `
  query Tag($urn: String!, $start: Int!, $count: Int!) {
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
      associations(start: $start, count: $count) {
        total
        declaredTotal
        results {
          fieldPath
          declared
          entity {
            ...NamedEntity
            ... on Dataset {
              platform {
                name
              }
              origin
            }
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

export type LoadedTag = ResultOf<typeof load>;
export type ShownTag = NonNullable<LoadedTag['tag']>;
export type Place = ShownTag['associations']['results'][number];
