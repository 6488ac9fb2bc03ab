import { graphql } from '../../../client/documents.js';
import { shownChange } from './change.js';

export const listChanges = graphql(
  'query Changes($input: ChangesInput!) { changes(input: $input) { total changes { ...ShownChange } } }',
  [shownChange],
);

export const countChanges = graphql(`
  query CountChanges(
    $all: ChangesInput!
    $tags: ChangesInput!
    $descriptions: ChangesInput!
    $owners: ChangesInput!
    $terms: ChangesInput!
    $schema: ChangesInput!
    $other: ChangesInput!
  ) {
    all: changes(input: $all) {
      total
    }
    tags: changes(input: $tags) {
      total
    }
    descriptions: changes(input: $descriptions) {
      total
    }
    owners: changes(input: $owners) {
      total
    }
    terms: changes(input: $terms) {
      total
    }
    schema: changes(input: $schema) {
      total
    }
    other: changes(input: $other) {
      total
    }
  }
`);

/** Kinds of changes, with their categories. None: all. */
export const kinds = {
  all: ['All', []],
  tags: ['Tags', ['TAG']],
  descriptions: ['Descriptions', ['DOCUMENTATION']],
  owners: ['Owners', ['OWNER']],
  terms: ['Terms and domains', ['GLOSSARY_TERM', 'DOMAIN']],
  schema: ['Schema', ['TECHNICAL_SCHEMA']],
  other: ['Other', ['LIFECYCLE', 'DEPRECATION', 'PROPERTIES', 'STRUCTURED_PROPERTY']],
} as const satisfies Readonly<Record<string, readonly [text: string, categories: readonly string[]]>>;

export type Kind = keyof typeof kinds;
