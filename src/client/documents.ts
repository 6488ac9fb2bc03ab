import type { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.js';

type Graphql = ReturnType<
  typeof initGraphQLTada<{ introspection: introspection; disableMasking: true; scalars: { Long: number } }>
>;

/** A document is its text; the types of its variables and of its response come from schema.graphql. */
export const graphql = ((text: string, fragments: readonly string[] = []): string =>
  [...new Set([text, ...fragments.flatMap(splitDefinitions)])].join('')) as unknown as Graphql;

/** Returns the fragment of a text and those that it uses, so that each stands once in a document. */
const splitDefinitions = (text: string) =>
  text.split(/(?=\bfragment \w+ on )/).map((one) => `${one.trim()}\n`);

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
