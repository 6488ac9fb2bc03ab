import type { TokenPage } from '../../access-tokens/list.js';
import { defaultPageSize } from '../../core/pagination.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';
import { FacetFilterInput } from './facet-filter.js';

const ListAccessTokenInput = builder.inputType('ListAccessTokenInput', {
  description: 'Which access tokens to list.',
  fields: (t) => ({
    start: t.int({ defaultValue: 0, description: 'How many tokens to skip.' }),
    count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    filters: t.field({
      type: [FacetFilterInput],
      description:
        "All of them must match. Without Manage All Access Tokens, one must be actorUrn or ownerUrn with the caller's URN.",
    }),
  }),
});

const ListAccessTokenResult = builder.objectRef<TokenPage>('ListAccessTokenResult').implement({
  description: 'A page of access tokens, the newest first.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many tokens were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many tokens match.' }),
    tokens: t.expose('tokens', { type: [AccessTokenMetadata], nullable: false, description: 'The page.' }),
  }),
});

builder.queryField('listAccessTokens', (t) =>
  t.field({
    type: ListAccessTokenResult,
    nullable: false,
    description: 'Lists access tokens that are not revoked, the newest first. Expired ones are included.',
    args: {
      input: t.arg({ type: ListAccessTokenInput, required: true, description: 'Which access tokens.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.tokens.list(actor, input),
  }),
);
