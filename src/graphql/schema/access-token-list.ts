import type { TokenPage } from '../../access-tokens/list.js';
import { defaultPageSize } from '../../core/pagination.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';
import { FacetFilterInput } from './facet-filter.js';

const ListAccessTokenInput = builder.inputType('ListAccessTokenInput', {
  description: 'The access tokens to list.',
  fields: (t) => ({
    start: t.int({ defaultValue: 0, description: 'The number of tokens to skip.' }),
    count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    filters: t.field({
      type: [FacetFilterInput],
      description:
        'Filters that must all match. A caller without Manage All Access Tokens must filter by ' +
        'actorUrn or ownerUrn with their own URN.',
    }),
  }),
});

const ListAccessTokenResult = builder.objectRef<TokenPage>('ListAccessTokenResult').implement({
  description: 'A page of access tokens, newest first.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'The number of skipped tokens.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'The number of matching tokens.' }),
    tokens: t.expose('tokens', { type: [AccessTokenMetadata], nullable: false, description: 'The page.' }),
  }),
});

builder.queryField('listAccessTokens', (t) =>
  t.field({
    type: ListAccessTokenResult,
    nullable: false,
    description: 'Lists access tokens that are not revoked, newest first. Expired tokens are included.',
    args: {
      input: t.arg({ type: ListAccessTokenInput, required: true, description: 'The access tokens to list.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.tokens.list(actor, input),
  }),
);
