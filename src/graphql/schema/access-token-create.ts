import { tokenDescription, tokenName } from '../../access-tokens/input.js';
import { type AccessToken as TokenRecord, tokenDurations } from '../../access-tokens/token.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';

const AccessTokenType = builder.enumType('AccessTokenType', {
  description: 'What an access token stands for.',
  values: { PERSONAL: { description: 'The token acts as one user.' } } as const,
});

const AccessTokenDuration = builder.enumType('AccessTokenDuration', {
  description:
    'How long a token lives: a month has 30 days, a year 365. NO_EXPIRY is rejected unless the operator allows it.',
  values: Object.keys(tokenDurations) as (keyof typeof tokenDurations)[],
});

const AccessToken = builder
  .objectRef<{ readonly text: string; readonly token: TokenRecord }>('AccessToken')
  .implement({
    description: 'A new access token.',
    fields: (t) => ({
      accessToken: t.exposeString('text', {
        nullable: false,
        description: 'The text to send as `Authorization: Bearer <text>`. Only this answer has it.',
      }),
      metadata: t.expose('token', { type: AccessTokenMetadata, description: 'The record of the token.' }),
    }),
  });

const GetAccessTokenInput = builder.inputType('GetAccessTokenInput', {
  description: 'The access token to create. A variable may also declare it as CreateAccessTokenInput.',
  fields: (t) => ({
    type: t.field({ type: AccessTokenType, required: true, description: 'What the token stands for.' }),
    actorUrn: t.string({
      required: true,
      description: 'The user that the token acts as: `urn:li:corpuser:<id>`.',
    }),
    duration: t.field({
      type: AccessTokenDuration,
      required: true,
      description: 'How long the token lives.',
    }),
    name: t.string({
      required: true,
      description: '1 to 255 characters. It need not be unique.',
      validate: { schema: tokenName },
    }),
    description: t.string({ description: 'What the token is for.', validate: { schema: tokenDescription } }),
  }),
});

builder.mutationField('createAccessToken', (t) =>
  t.field({
    type: AccessToken,
    description: 'Creates an access token for the caller, or with Manage All Access Tokens for any user.',
    args: {
      input: t.arg({ type: GetAccessTokenInput, required: true, description: 'The token to create.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.tokens.create(actor, input),
  }),
);

builder.queryField('getAccessToken', (t) =>
  t.field({
    type: AccessToken,
    description: 'Creates no token.',
    deprecationReason: 'Use the mutation `createAccessToken`.',
    args: {
      input: t.arg({
        type: GetAccessTokenInput,
        required: true,
        description: 'What `createAccessToken` takes.',
      }),
    },
    resolve: (_, __, { services, actor }) => services.tokens.get(actor),
  }),
);
