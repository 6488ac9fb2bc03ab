import { tokenQuery } from '../../access-tokens/input.js';
import type { TokenPage } from '../../access-tokens/manage.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';
import { FacetFilterInput } from './facet-filter.js';
import { nonNull, pageFields, pageInputs, required } from './kit.js';

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
    ...pageInputs(t, 'tokens'),
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
    ...pageFields(t, 'tokens'),
    tokens: t.expose('tokens', nonNull('The page.', [AccessTokenMetadata])),
  }),
});

builder.queryField('listAccessTokens', (t) =>
  t.field({
    type: ListAccessTokenResult,
    nullable: false,
    description:
      'Lists access tokens that are not revoked, by default the newest first. Expired tokens are included.',
    args: { input: t.arg(required('The access tokens to list.', ListAccessTokenInput)) },
    resolve: (_, { input }, { services, actor }) => services.tokens.list(actor, input),
  }),
);
