import type { AccessToken } from '../../access-tokens/token.js';
import { tokenUrn } from '../../core/urn.js';
import { builder } from './builder.js';
import { entityTypeField } from './entity-type.js';

export const AccessTokenMetadata = builder.objectRef<AccessToken>('AccessTokenMetadata').implement({
  description: "The record of an access token, without the token's text.",
  fields: (t) => ({
    urn: t.string({
      nullable: false,
      description: '`urn:li:serviceAccessToken:<id>`',
      resolve: ({ id }) => tokenUrn(id),
    }),
    type: t.field(entityTypeField('ACCESS_TOKEN')),
    id: t.exposeString('id', { nullable: false, description: 'What `revokeAccessToken` takes.' }),
    name: t.exposeString('name', {
      nullable: false,
      description: 'The name that its creator gave it; not unique.',
    }),
    description: t.exposeString('description', { description: 'What the token is for; null when blank.' }),
    actorUrn: t.exposeString('actorUrn', {
      nullable: false,
      description: 'The user that the token acts as.',
    }),
    ownerUrn: t.exposeString('ownerUrn', {
      nullable: false,
      description: 'The user that created the token, or has taken it over.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'Long',
      nullable: false,
      description: 'Milliseconds since the epoch.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'Long',
      description: 'Milliseconds since the epoch; null when the token never expires.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'Long',
      description: 'Milliseconds since the epoch, accurate to a minute; null before the first use.',
    }),
    scopes: t.stringList({
      description: 'What the token may do at most; null: all that its actor may.',
      resolve: ({ scopes }) => scopes,
    }),
    withdrawnAt: t.expose('withdrawnAt', {
      type: 'Long',
      description:
        'Since when the token is refused because another user than its actor, who owns it or has rotated it, is suspended: milliseconds since the epoch; null when it is not.',
    }),
    withdrawnBecauseOf: t.stringList({
      nullable: false,
      description: 'The suspended users because of whom the token is refused.',
      resolve: ({ withdrawnBecauseOf }) => withdrawnBecauseOf,
    }),
  }),
});

builder.mutationField('revokeAccessToken', (t) =>
  t.boolean({
    nullable: false,
    description: 'Revokes an access token. It is rejected from the next request on.',
    args: { tokenId: t.arg.string({ required: true, description: "The `id` in the token's metadata." }) },
    resolve: (_, { tokenId }, { services, actor }) => services.tokens.revoke(actor, tokenId),
  }),
);

builder.mutationField('revokeAccessTokens', (t) =>
  t.int({
    nullable: false,
    description:
      'Revokes all live access tokens that act as a user, the calling one included. Returns how many there were.',
    args: { actorUrn: t.arg.string({ required: true, description: 'The user: `urn:li:corpuser:<id>`.' }) },
    resolve: (_, { actorUrn }, { services, actor }) => services.tokens.revokeAll(actor, actorUrn),
  }),
);

builder.mutationField('takeOverAccessTokens', (t) =>
  t.int({
    nullable: false,
    description:
      'Puts the caller in the place of a user, as the owner and rotator of live access tokens that act as others, so that they work while that user is suspended. Takes Manage All Access Tokens. Returns how many there were.',
    args: {
      fromUrn: t.arg.string({ required: true, description: 'The user: `urn:li:corpuser:<id>`.' }),
      tokenIds: t.arg.stringList({ description: "The `id`s in the tokens' metadata; null: all of them." }),
    },
    resolve: (_, { fromUrn, tokenIds }, { services, actor }) =>
      services.tokens.takeOver(actor, fromUrn, tokenIds ?? null),
  }),
);

builder.queryField('getAccessTokenMetadata', (t) =>
  t.field({
    type: AccessTokenMetadata,
    nullable: false,
    description: 'Returns the record of a token, for its owner, its actor, or with Manage All Access Tokens.',
    args: { token: t.arg.string({ required: true, description: "The token's text." }) },
    resolve: (_, { token }, { services, actor }) => services.tokens.metadata(actor, token),
  }),
);
