import { overlapSeconds, tokenDescription, tokenName } from '../../access-tokens/input.js';
import { type AccessToken as TokenRecord, tokenDurations } from '../../access-tokens/token.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';
import { nonNull, required } from './kit.js';

const AccessTokenType = builder.enumType('AccessTokenType', {
  description: 'The kind of account that a token acts as.',
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
    NO_EXPIRY: 'The token lives until it is revoked. The operator must allow this.',
  }),
});

const AccessToken = builder
  .objectRef<{ readonly text: string; readonly token: TokenRecord }>('AccessToken')
  .implement({
    description: 'A new access token.',
    fields: (t) => ({
      accessToken: t.exposeString(
        'text',
        nonNull('The text to send as `Authorization: Bearer <text>`. It cannot be read again.'),
      ),
      metadata: t.expose('token', { type: AccessTokenMetadata, description: 'The record of the token.' }),
    }),
  });

const GetAccessTokenInput = builder.inputType('GetAccessTokenInput', {
  description: 'The access token to create. Variables may also declare this type as CreateAccessTokenInput.',
  fields: (t) => ({
    type: t.field(required('The kind of account that the token acts as.', AccessTokenType)),
    actorUrn: t.string(required('The user that the token acts as: `urn:li:corpuser:<id>`.')),
    duration: t.field({
      type: AccessTokenDuration,
      description: 'How long the token lives. Give either this or `durationIso`.',
    }),
    durationIso: t.string({
      description:
        'How long the token lives, as an ISO 8601 duration of weeks, or of days, hours, minutes ' +
        'and seconds, such as `P30D` or `PT12H`.',
    }),
    name: t.string({
      ...required('1 to 255 characters. It need not be unique.'),
      validate: { schema: tokenName },
    }),
    scopes: t.stringList({
      description:
        "The token's limits: READ, WRITE, or names of privileges. Null: everything that its actor " +
        'may do.',
    }),
    description: t.string({ description: 'What the token is for.', validate: { schema: tokenDescription } }),
  }),
});

builder.mutationFields((t) => ({
  createAccessToken: t.field({
    type: AccessToken,
    description: 'Creates an access token for the caller. With Manage All Access Tokens, for any user.',
    args: { input: t.arg(required('The token to create.', GetAccessTokenInput)) },
    resolve: (_, { input }, { services, actor }) => services.tokens.create(actor, input),
  }),
  rotateAccessToken: t.field({
    type: AccessToken,
    description:
      'Replaces an access token with a new token of the same lifetime, counted from now. A ' +
      'repeated call revokes the earlier replacement unless that replacement is in use.',
    args: {
      tokenId: t.arg.string(required("The `id` in the token's metadata.")),
      overlapSeconds: t.arg.int({
        defaultValue: 0,
        description: 'How long the replaced token still works: 0 to 86,400 seconds.',
        validate: { schema: overlapSeconds },
      }),
    },
    resolve: (_, { tokenId, overlapSeconds }, { services, actor }) =>
      services.tokens.rotate(actor, tokenId, overlapSeconds ?? 0),
  }),
}));

builder.queryField('getAccessToken', (t) =>
  t.field({
    type: AccessToken,
    description: 'Always fails. Exists for old clients that expect the field.',
    deprecationReason: 'Use the mutation `createAccessToken`.',
    args: { input: t.arg(required('The input of `createAccessToken`.', GetAccessTokenInput)) },
    resolve: (_, __, { services, actor }) => services.tokens.get(actor),
  }),
);
