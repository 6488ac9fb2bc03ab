import { overlapSeconds, tokenDescription, tokenName } from '../../access-tokens/input.js';
import { type AccessToken as TokenRecord, tokenDurations } from '../../access-tokens/token.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';

const AccessTokenType = builder.enumType('AccessTokenType', {
  description: 'What an access token stands for.',
  values: {
    PERSONAL: { description: 'The token acts as a person.' },
    SERVICE_ACCOUNT: { description: 'The token acts as a service account.' },
  } as const,
});

const AccessTokenDuration = builder.enumType('AccessTokenDuration', {
  description:
    'How long a token lives: a month has 30 days, a year 365. NO_EXPIRY is rejected unless the operator allows it.',
  values: enumValues(Object.keys(tokenDurations) as (keyof typeof tokenDurations)[], {
    ONE_HOUR: 'An hour.',
    ONE_DAY: 'A day.',
    ONE_WEEK: 'Seven days.',
    ONE_MONTH: '30 days.',
    THREE_MONTHS: '90 days.',
    SIX_MONTHS: '180 days.',
    ONE_YEAR: '365 days.',
    NO_EXPIRY: 'Until it is revoked. The operator must allow it.',
  }),
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
      description: 'How long the token lives. Give this, or `durationIso`.',
    }),
    durationIso: t.string({
      description:
        'How long the token lives, as an ISO 8601 duration of weeks, or of days, hours, minutes and seconds: `P30D`, `PT12H`.',
    }),
    name: t.string({
      required: true,
      description: '1 to 255 characters. It need not be unique.',
      validate: { schema: tokenName },
    }),
    scopes: t.stringList({
      description:
        'What the token may do at most: READ, WRITE, or names of privileges. Null: all that its actor may.',
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

builder.mutationField('rotateAccessToken', (t) =>
  t.field({
    type: AccessToken,
    description:
      'Replaces an access token by a new one that lives as long from now. Asked again, revokes the replacement that was made before, unless it is in use.',
    args: {
      tokenId: t.arg.string({ required: true, description: "The `id` in the token's metadata." }),
      overlapSeconds: t.arg.int({
        defaultValue: 0,
        description: 'How long the replaced token still works: 0 to 86,400 seconds.',
        validate: { schema: overlapSeconds },
      }),
    },
    resolve: (_, { tokenId, overlapSeconds }, { services, actor }) =>
      services.tokens.rotate(actor, tokenId, overlapSeconds ?? 0),
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
