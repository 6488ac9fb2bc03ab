import type { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.js';

type Graphql = ReturnType<
  typeof initGraphQLTada<{ introspection: introspection; disableMasking: true; scalars: { Long: number } }>
>;

/** A document is its text; the types of its variables and of its answer come from schema.graphql. */
export const graphql = ((text: string, fragments: readonly string[] = []): string =>
  [...new Set([text, ...fragments])].join('')) as unknown as Graphql;

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
