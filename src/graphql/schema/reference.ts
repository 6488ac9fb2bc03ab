import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from './builder.js';
import { Entity } from './entity.js';
import { nonNull } from './kit.js';
import { referencedEntity } from './referenced-entity.js';

/** Options of a field with the entity that a URN names, which need not exist. */
export const reference = <Parent>(description: string, readUrn: (parent: Parent) => string) => ({
  ...nonNull(description, Entity),
  resolve: (parent: Parent, _: object, context: Context, info: GraphQLResolveInfo) =>
    referencedEntity(readUrn(parent), context, info),
});

/** The same, where the parent may have no URN. */
export const optionalReference = <Parent>(
  description: string,
  readUrn: (parent: Parent) => string | null | Promise<string | null>,
) => ({
  type: Entity,
  description,
  resolve: (parent: Parent, _: object, context: Context, info: GraphQLResolveInfo) => {
    const find = (urn: string | null) => (urn === null ? null : referencedEntity(urn, context, info));
    const urn = readUrn(parent);
    return urn instanceof Promise ? urn.then(find) : find(urn);
  },
});
