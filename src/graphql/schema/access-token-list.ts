import { tokenQuery } from '../../access-tokens/input.js';
import type { TokenPage } from '../../access-tokens/list.js';
import { defaultPageSize } from '../../core/pagination.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';
import { FacetFilterInput } from './facet-filter.js';

const TokenOrder = builder.enumType('AccessTokenOrder', {
  description: 'An order of access tokens.',
  values: {
    CREATED: { description: 'By the time of creation.' },
    NAME: { description: 'By name.' },
    LAST_USED: { description: 'By the last use. A token that was never used counts as the oldest use.' },
    EXPIRES: { description: 'By the expiry. A token without expiry counts as the latest.' },
  } as const,
});

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
    query: t.string({
      description: 'A part of the name, or of the name or id of the user, ignoring case.',
      validate: { schema: tokenQuery },
    }),
    orderBy: t.field({ type: TokenOrder, defaultValue: 'CREATED', description: 'The order of the tokens.' }),
    descending: t.boolean({ defaultValue: true, description: 'Whether the order is descending.' }),
  }),
});

const ListAccessTokenResult = builder.objectRef<TokenPage>('ListAccessTokenResult').implement({
  description: 'A page of access tokens.',
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
    description:
      'Lists access tokens that are not revoked, by default the newest first. Expired tokens are included.',
    args: {
      input: t.arg({ type: ListAccessTokenInput, required: true, description: 'The access tokens to list.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.tokens.list(actor, input),
  }),
);
