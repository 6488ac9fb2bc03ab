import { type FragmentOf, graphql } from '../../client/documents.js';
import { entityName, namedEntity } from '../../client/named-entity.js';
import { urnName } from '../../client/urn-name.js';
import type { Columns } from './output.js';

export const foundFragment = graphql(
  `
    fragment Found on Entity {
      ...NamedEntity
      description
      ... on Asset {
        platform {
          urn
        }
      }
    }
  `,
  [namedEntity],
);

export const searchDocument = graphql(
  `
    query ($input: ScrollAcrossEntitiesInput!, $isFirst: Boolean!) {
      scrollAcrossEntities(input: $input) {
        total @include(if: $isFirst)
        nextScrollId
        searchResults {
          entity {
            ...Found
          }
        }
      }
    }
  `,
  [foundFragment],
);

/** Without names, which the service would read from the database. */
export const urnsDocument = graphql(`
  query ($input: ScrollAcrossEntitiesInput!, $isFirst: Boolean!) {
    scrollAcrossEntities(input: $input) {
      total @include(if: $isFirst)
      nextScrollId
      searchResults {
        entity {
          urn
        }
      }
    }
  }
`);

/** What is near to a query that finds nothing. The service warns of it. */
export const nearDocument = graphql(`
  query ($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      relaxed {
        query
      }
    }
  }
`);

export type Found = FragmentOf<typeof foundFragment>;

const unknownPlatform = 'urn:li:dataPlatform:unknown';

/** Returns the type of an entity as in URNs, such as `dataset`. */
export const typeOf = ({ urn }: { readonly urn: string }): string => urn.split(':')[2] ?? '';

/** Returns the id of the platform of an entity; null if the platform is unknown, or its type has none. */
export const platformOf = (entity: Found): string | null =>
  'platform' in entity && entity.platform.urn !== unknownPlatform ? urnName(entity.platform.urn) : null;

export const foundColumns: Columns<Found> = {
  name: entityName,
  type: typeOf,
  platform: platformOf,
  urn: ({ urn }) => urn,
  description: ({ description }) => description,
};
