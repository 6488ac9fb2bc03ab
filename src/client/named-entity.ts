import { graphql } from './documents.js';
import { urnName } from './urn-name.js';

/** How an entity of any type is shown. */
export const namedEntity = graphql(`
  fragment NamedEntity on Entity {
    urn
    type
    displayName
    colorHex
  }
`);

export interface Named {
  readonly urn: string;
  readonly displayName?: string | null;
  /** Of a tag. */
  readonly colorHex?: string | null;
}

/** Returns the name that people know an entity by. Of one that was not read, only the URN is known. */
export const entityName = ({ urn, displayName }: Named): string => displayName || urnName(urn);
