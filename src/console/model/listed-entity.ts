import { graphql } from '../../client/documents.js';
import { entityName, type Named, namedEntity } from '../../client/named-entity.js';
import { shownTags } from '../../client/tag.js';

/** The fields that a list shows of each entity. */
export const listedEntity = graphql(
  `
    fragment ListedEntity on Entity {
      ...NamedEntity
      description
      owners {
        ...NamedEntity
      }
      facts(fields: ["lastModifiedAt"]) {
        values {
          value
        }
      }
      ... on Asset {
        lastIngested
        deprecation {
          deprecated
          note
        }
        platform {
          ...NamedEntity
        }
        subTypes {
          typeNames
        }
        parentContainers {
          containers {
            ...NamedEntity
          }
        }
        tags {
          ...ShownTags
        }
      }
      ... on Dataset {
        origin
      }
      ... on CorpUser {
        properties {
          email
        }
      }
    }
  `,
  [namedEntity, shownTags],
);

export interface ShownTag {
  readonly urn: string;
  readonly name: string;
  readonly colorHex?: string | null;
}

export interface Tags {
  readonly tags: readonly { readonly tag: ShownTag }[] | null;
}

/** Returns an entity that is a tag as tags are shown. */
export const asTag = (entity: Named): ShownTag => ({ ...entity, name: entityName(entity) });

/** An entity as lists show it; what its type does not have is absent. */
export interface Listed extends Named {
  readonly type: string;
  readonly description: string | null;
  readonly owners: readonly Named[];
  readonly facts?: readonly { readonly values: readonly { readonly value: string }[] }[] | null;
  readonly lastIngested?: number | null;
  readonly deprecation?: { readonly deprecated: boolean; readonly note: string | null } | null;
  readonly origin?: string;
  readonly properties?: { readonly email?: string | null; readonly description?: string | null } | null;
  readonly platform?: Named;
  readonly subTypes?: { readonly typeNames: readonly string[] | null } | null;
  readonly parentContainers?: { readonly containers: readonly Named[] } | null;
  readonly tags?: Tags | null;
}

/** Returns the container that an entity is in. */
export const containerOf = ({ parentContainers }: Pick<Listed, 'parentContainers'>): Named | undefined =>
  parentContainers?.containers[0];
