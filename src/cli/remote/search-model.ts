import { type FragmentOf, graphql } from '../../client/documents.js';
import { entityName, type Named, namedEntity } from '../../client/named-entity.js';
import { urnName } from '../../client/urn-name.js';
import type { Columns } from './output.js';

export const foundFragment = graphql(
  `
    fragment Found on Entity {
      ...NamedEntity
      ... on Asset {
        displayName
        description
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

export type Found = FragmentOf<typeof foundFragment>;

/** An entity of any type; what its type does not have is absent. */
interface AnyEntity extends Named {
  readonly displayName?: string;
  readonly description?: string | null;
  readonly platform?: { readonly urn: string };
}

const unknownPlatform = 'urn:li:dataPlatform:unknown';

/** Returns the name that people know an entity by. */
export const nameOf = (entity: AnyEntity): string => entity.displayName ?? entityName(entity);

/** Returns the type of an entity as in URNs, such as `dataset`. */
export const typeOf = ({ urn }: { readonly urn: string }): string => urn.split(':')[2] ?? '';

/** Returns the id of the platform of an entity; null if the platform is unknown. */
export const platformOf = ({ platform }: AnyEntity): string | null =>
  platform === undefined || platform.urn === unknownPlatform ? null : urnName(platform.urn);

export const foundColumns: Columns<Found> = {
  name: (entity: AnyEntity) => nameOf(entity),
  type: typeOf,
  platform: (entity: AnyEntity) => platformOf(entity),
  urn: ({ urn }) => urn,
  description: ({ description }: AnyEntity) => description,
};
