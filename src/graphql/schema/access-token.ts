import type { AccessToken } from '../../access-tokens/token.js';
import { tokenUrn } from '../../core/urn.js';
import { builder } from './builder.js';
import { entityTypeField } from './entity-type.js';
import { nonNull, required } from './kit.js';

export const AccessTokenMetadata = builder.objectRef<AccessToken>('AccessTokenMetadata').implement({
  description: "The record of an access token, without the token's text.",
  fields: (t) => ({
    urn: t.string({
      ...nonNull('`urn:li:serviceAccessToken:<id>`'),
      resolve: ({ id }) => tokenUrn(id),
    }),
    type: t.field(entityTypeField('ACCESS_TOKEN')),
    id: t.exposeString('id', nonNull('The id that `revokeAccessToken` takes.')),
    name: t.exposeString('name', nonNull('The name that its creator gave it; not unique.')),
    description: t.exposeString('description', { description: 'What the token is for; null when blank.' }),
    actorUrn: t.exposeString('actorUrn', nonNull('The user that the token acts as.')),
    ownerUrn: t.exposeString('ownerUrn', nonNull('The user that created the token or took it over.')),
    createdAt: t.expose('createdAt', nonNull('Milliseconds since the epoch.', 'Long')),
    expiresAt: t.expose('expiresAt', {
      type: 'Long',
      description: 'Milliseconds since the epoch; null when the token never expires.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'Long',
      description: 'Milliseconds since the epoch, accurate to a minute; null before the first use.',
    }),
    scopes: t.stringList({
      description:
        "The token's limits: READ, WRITE, or names of privileges. Null: everything that its actor " +
        'may do.',
      resolve: ({ scopes }) => scopes,
    }),
    withdrawnAt: t.expose('withdrawnAt', {
      type: 'Long',
      description:
        'When the token was withdrawn, in milliseconds since the epoch. A token is refused while ' +
        'a user who owns it or rotated it is suspended. Null when the token is not withdrawn.',
    }),
    withdrawnBecauseOf: t.stringList({
      ...nonNull('The suspended users that cause the withdrawal.'),
      resolve: ({ withdrawnBecauseOf }) => withdrawnBecauseOf,
    }),
  }),
});

builder.mutationFields((t) => ({
  revokeAccessToken: t.boolean({
    ...nonNull('Revokes an access token, from the next request on.'),
    args: { tokenId: t.arg.string(required("The `id` in the token's metadata.")) },
    resolve: (_, { tokenId }, { services, actor }) => services.tokens.revoke(actor, tokenId),
  }),
  revokeAccessTokens: t.int({
    nullable: false,
    description:
      "Revokes all live access tokens that act as a user, including the caller's own. Returns " +
      'the number of revoked tokens.',
    args: { actorUrn: t.arg.string(required('The user: `urn:li:corpuser:<id>`.')) },
    resolve: (_, { actorUrn }, { services, actor }) => services.tokens.revokeAll(actor, actorUrn),
  }),
  takeOverAccessTokens: t.int({
    nullable: false,
    description:
      'Makes the caller the owner of live access tokens that a user owns or rotated for other ' +
      'users, so that the tokens keep working while that user is suspended. Needs Manage All ' +
      'Access Tokens. Returns the number of tokens.',
    args: {
      fromUrn: t.arg.string(required('The user: `urn:li:corpuser:<id>`.')),
      tokenIds: t.arg.stringList({
        description: "The `id`s in the tokens' metadata. Null: all such tokens.",
      }),
    },
    resolve: (_, { fromUrn, tokenIds }, { services, actor }) =>
      services.tokens.takeOver(actor, fromUrn, tokenIds ?? null),
  }),
}));

builder.queryField('getAccessTokenMetadata', (t) =>
  t.field({
    type: AccessTokenMetadata,
    nullable: false,
    description:
      'Returns the record of a token to its owner, to its actor, or to a caller with Manage All ' +
      'Access Tokens.',
    args: { token: t.arg.string(required("The token's text.")) },
    resolve: (_, { token }, { services, actor }) => services.tokens.metadata(actor, token),
  }),
);
