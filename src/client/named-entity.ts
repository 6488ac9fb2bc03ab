import { graphql } from './documents.js';
import { urnName } from './urn-name.js';

/** The fields that the name of an entity is made from. */
export const namedEntity = graphql(`
  fragment NamedEntity on Entity {
    urn
    type
    ... on Tag {
      name
      properties {
        colorHex
      }
    }
    ... on Dataset {
      name
      properties {
        name
      }
      editableProperties {
        name
      }
    }
    ... on Container {
      properties {
        name
      }
    }
    ... on Chart {
      properties {
        name
      }
    }
    ... on Dashboard {
      properties {
        name
      }
    }
    ... on DataFlow {
      properties {
        name
      }
    }
    ... on DataJob {
      properties {
        name
      }
    }
    ... on GlossaryTerm {
      properties {
        name
      }
    }
    ... on GlossaryNode {
      properties {
        name
      }
    }
    ... on Domain {
      properties {
        name
      }
    }
    ... on DataProduct {
      properties {
        name
      }
    }
    ... on DataPlatform {
      name
      properties {
        displayName
      }
    }
    ... on CorpUser {
      properties {
        displayName
        fullName
      }
      editableProperties {
        displayName
      }
    }
    ... on CorpGroup {
      name
      properties {
        displayName
      }
    }
  }
`);

export interface Named {
  readonly urn: string;
  readonly name?: string;
  readonly properties?: {
    readonly name?: string | null;
    readonly displayName?: string | null;
    readonly fullName?: string | null;
    readonly colorHex?: string | null;
  } | null;
  /** What people have edited. */
  readonly editableProperties?: {
    readonly name?: string | null;
    readonly displayName?: string | null;
    readonly description?: string | null;
  } | null;
}

/** Returns the name that people know an entity by, else what its URN says. */
export const entityName = ({ urn, name, properties, editableProperties }: Named): string =>
  editableProperties?.displayName ||
  editableProperties?.name ||
  properties?.displayName ||
  properties?.fullName ||
  properties?.name ||
  name ||
  urnName(urn);
