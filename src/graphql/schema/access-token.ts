import type { AccessToken } from '../../access-tokens/token.js';
import { tokenUrn } from '../../core/urn.js';
import { builder } from './builder.js';
import { entityType } from './entity.js';

export const AccessTokenMetadata = builder.objectRef<AccessToken>('AccessTokenMetadata').implement({
  description: 'What is known about an access token; never its text.',
  fields: (t) => ({
    urn: t.string({
      nullable: false,
      description: '`urn:li:serviceAccessToken:<id>`',
      resolve: ({ id }) => tokenUrn(id),
    }),
    type: t.field(entityType('ACCESS_TOKEN')),
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

builder.mutationField('revokeAccessToken', (t) =>
  t.boolean({
    nullable: false,
    description: 'Revokes an access token; it stops working with the next request.',
    args: { tokenId: t.arg.string({ required: true, description: 'The `id` of its metadata.' }) },
    resolve: async (_, { tokenId }, { services, caller }) => services.tokens.revoke(await caller, tokenId),
  }),
);

builder.queryField('getAccessTokenMetadata', (t) =>
  t.field({
    type: AccessTokenMetadata,
    nullable: false,
    description: "The record behind a token's text, for its owner, its actor or a manager.",
    args: { token: t.arg.string({ required: true, description: "The token's text." }) },
    resolve: async (_, { token }, { services, caller }) => services.tokens.metadata(await caller, token),
  }),
);
