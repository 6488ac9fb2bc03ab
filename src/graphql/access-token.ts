import {
  checkTokenDescription,
  checkTokenName,
  type AccessToken as TokenRecord,
  tokenDurations,
} from '../domain/token.js';
import { tokenUrn } from '../domain/urn.js';
import { builder } from './builder.js';
import { EntityType } from './entity.js';
import { domainRule } from './input-rules.js';

export const AccessTokenType = builder.enumType('AccessTokenType', {
  description: 'What an access token stands for.',
  values: { PERSONAL: { description: 'It acts as one user.' } } as const,
});

const AccessTokenDuration = builder.enumType('AccessTokenDuration', {
  description:
    'How long a token lives: a month has 30 days, a year 365. NO_EXPIRY is refused unless the operator allows it.',
  values: Object.keys(tokenDurations) as (keyof typeof tokenDurations)[],
});

export const AccessTokenMetadata = builder.objectRef<TokenRecord>('AccessTokenMetadata').implement({
  description: 'What is known about an access token; never its text.',
  fields: (t) => ({
    urn: t.string({
      nullable: false,
      description: '`urn:li:serviceAccessToken:<id>`',
      resolve: ({ id }) => tokenUrn(id),
    }),
    type: t.field({
      type: EntityType,
      nullable: false,
      description: 'Always ACCESS_TOKEN.',
      resolve: () => 'ACCESS_TOKEN' as const,
    }),
    id: t.exposeString('id', { nullable: false, description: 'What `revokeAccessToken` takes.' }),
    name: t.exposeString('name', { nullable: false, description: 'As its creator called it; not unique.' }),
    description: t.exposeString('description', { description: 'What it is for; null when blank.' }),
    actorUrn: t.exposeString('actorUrn', {
      nullable: false,
      description: 'The user that the token acts as.',
    }),
    ownerUrn: t.exposeString('ownerUrn', { nullable: false, description: 'The user that created it.' }),
    createdAt: t.expose('createdAt', {
      type: 'Long',
      nullable: false,
      description: 'Milliseconds since the epoch.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'Long',
      description: 'Milliseconds since the epoch; null: never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'Long',
      description: 'Milliseconds since the epoch, to the minute; null: not yet.',
    }),
  }),
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
      validate: domainRule(checkTokenName),
    }),
    description: t.string({ description: 'What it is for.', validate: domainRule(checkTokenDescription) }),
  }),
});

builder.mutationField('createAccessToken', (t) =>
  t.field({
    type: AccessToken,
    description: 'Creates an access token: for oneself, or with Manage All Access Tokens for anyone.',
    args: {
      input: t.arg({ type: GetAccessTokenInput, required: true, description: 'The token to create.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.tokens.create(actor, input),
  }),
);

builder.mutationField('revokeAccessToken', (t) =>
  t.boolean({
    nullable: false,
    description: 'Revokes an access token; it stops working with the next request.',
    args: { tokenId: t.arg.string({ required: true, description: 'The `id` of its metadata.' }) },
    resolve: (_, { tokenId }, { services, actor }) => services.tokens.revoke(actor, tokenId),
  }),
);

builder.queryField('getAccessTokenMetadata', (t) =>
  t.field({
    type: AccessTokenMetadata,
    nullable: false,
    description: "The record behind a token's text, for its owner, its actor or a manager.",
    args: { token: t.arg.string({ required: true, description: "The token's text." }) },
    resolve: (_, { token }, { services, actor }) => services.tokens.metadata(actor, token),
  }),
);
