import { graphql } from '../../client/documents.js';
import { type Named, namedEntity } from '../../client/named-entity.js';

export const shownTags = graphql(`
  fragment ShownTags on GlobalTags {
    tags {
      tag {
        urn
        name
        properties {
          colorHex
        }
      }
    }
  }
`);

export const shownPlatform = graphql(`
  fragment ShownPlatform on DataPlatform {
    urn
    name
    properties {
      displayName
    }
  }
`);

/** A container with those around it, as deep as a place is shown. */
export const shownContainer = graphql(`
  fragment ShownContainer on Container {
    urn
    properties {
      name
    }
    container {
      urn
      properties {
        name
      }
      container {
        urn
        properties {
          name
        }
      }
    }
  }
`);

/** The fields that a list shows of each entity. */
export const listedEntity = graphql(
  `
    fragment ListedEntity on Entity {
      ...NamedEntity
      facts(fields: ["owners", "lastModifiedAt"]) {
        field
        values {
          value
          entity {
            ...NamedEntity
          }
        }
      }
      ... on Asset {
        lastIngested
        deprecation {
          deprecated
          note
        }
        platform {
          ...ShownPlatform
        }
        subTypes {
          typeNames
        }
        container {
          ...ShownContainer
        }
        tags {
          ...ShownTags
        }
      }
      ... on Dataset {
        origin
        properties {
          description
        }
        editableProperties {
          description
        }
      }
      ... on Container {
        properties {
          description
        }
        editableProperties {
          description
        }
      }
      ... on Chart {
        properties {
          description
        }
      }
      ... on Dashboard {
        properties {
          description
        }
      }
      ... on DataFlow {
        properties {
          description
        }
      }
      ... on DataJob {
        properties {
          description
        }
      }
      ... on Tag {
        properties {
          description
        }
      }
      ... on GlossaryTerm {
        properties {
          description
        }
      }
      ... on GlossaryNode {
        properties {
          description
        }
      }
      ... on Domain {
        properties {
          description
        }
      }
      ... on DataProduct {
        properties {
          description
        }
      }
      ... on CorpUser {
        properties {
          email
        }
      }
      ... on CorpGroup {
        properties {
          description
        }
      }
    }
  `,
  [namedEntity, shownTags, shownPlatform, shownContainer],
);

export interface ShownTag {
  readonly urn: string;
  readonly name: string;
  readonly properties?: { readonly colorHex?: string | null } | null;
}

export interface Tags {
  readonly tags: readonly { readonly tag: ShownTag }[] | null;
}

interface Fact {
  readonly field: string;
  readonly values: readonly { readonly value: string; readonly entity: Named | null }[];
}

interface Place extends Named {
  readonly container?: Place | null;
}

/** Returns the values of a fact that `ListedEntity` asks for. */
export const factValues = (
  { facts }: Pick<Listed, 'facts'>,
  field: 'owners' | 'lastModifiedAt',
): Fact['values'] => facts?.find((fact) => fact.field === field)?.values ?? [];

/** An entity as lists show it; what its type does not have is absent. */
export interface Listed extends Named {
  readonly type: string;
  readonly facts?: readonly Fact[] | null;
  readonly lastIngested?: number | null;
  readonly deprecation?: { readonly deprecated: boolean; readonly note: string | null } | null;
  readonly origin?: string;
  readonly properties?:
    | (Named['properties'] & { readonly description?: string | null; readonly email?: string | null })
    | null;
  readonly platform?: Named;
  readonly subTypes?: { readonly typeNames: readonly string[] | null } | null;
  readonly container?: Place | null;
  readonly tags?: Tags | null;
}
