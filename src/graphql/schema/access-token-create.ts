import { tokenDescription, tokenName } from '../../access-tokens/input.js';
import { type AccessToken as TokenRecord, tokenDurations } from '../../access-tokens/token.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';

const AccessTokenType = builder.enumType('AccessTokenType', {
  description: 'What an access token stands for.',
  values: { PERSONAL: { description: 'It acts as one user.' } } as const,
});

const AccessTokenDuration = builder.enumType('AccessTokenDuration', {
  description:
    'How long a token lives: a month has 30 days, a year 365. NO_EXPIRY is refused unless the operator allows it.',
  values: Object.keys(tokenDurations) as (keyof typeof tokenDurations)[],
});

const AccessToken = builder
  .objectRef<{ readonly text: string; readonly token: TokenRecord }>('AccessToken')
  .implement({
    description: 'A new access token.',
    fields: (t) => ({
      accessToken: t.exposeString('text', {
        nullable: false,
        description: 'The text to send as `Authorization: Bearer`. Shown here and never again.',
      }),
      metadata: t.expose('token', { type: AccessTokenMetadata, description: 'Its record.' }),
    }),
  });

const GetAccessTokenInput = builder.inputType('GetAccessTokenInput', {
  description: 'The access token to create. A variable may call this type CreateAccessTokenInput.',
  fields: (t) => ({
    type: t.field({ type: AccessTokenType, required: true, description: 'What it stands for.' }),
    actorUrn: t.string({ required: true, description: 'The user it acts as: `urn:li:corpuser:<id>`.' }),
    duration: t.field({ type: AccessTokenDuration, required: true, description: 'How long it lives.' }),
    name: t.string({
      required: true,
      description: '1 to 255 characters; need not be unique.',
      validate: { schema: tokenName },
    }),
    description: t.string({ description: 'What it is for.', validate: { schema: tokenDescription } }),
  }),
});

builder.mutationField('createAccessToken', (t) =>
  t.field({
    type: AccessToken,
    description: 'Creates an access token: for oneself, or with Manage All Access Tokens for anyone.',
    args: {
      input: t.arg({ type: GetAccessTokenInput, required: true, description: 'The token to create.' }),
    },
    resolve: async (_, { input }, { services, caller }) => services.tokens.create(await caller, input),
  }),
);
