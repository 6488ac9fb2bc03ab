import type { Actor } from '../core/actor.js';
import { notFound } from '../core/errors.js';
import { parseGroupUrn, parseUserUrn, quoted } from '../core/urn.js';

export interface RemovalDeps {
  /** Checks the right, and deletes the entity with the user or group that it is. */
  readonly deleteEntity: (actor: Actor, urn: string) => Promise<{ readonly found: boolean }>;
}

/**
 * Removes a user, or a service account, with the tokens that act as it or that it has created, its memberships and its
 * place in policies.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT for the caller and for the last administrator
 */
export const removeUser =
  ({ deleteEntity }: RemovalDeps) =>
  async (actor: Actor, urn: string): Promise<true> => {
    const { found } = await deleteEntity(actor, parseUserUrn(urn, 'urn'));
    if (!found) throw notFound(`There is no user ${quoted(urn)}`);
    return true;
  };

/** Removes a group with its memberships and its place in policies. @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
export const removeGroup =
  ({ deleteEntity }: RemovalDeps) =>
  async (actor: Actor, urn: string): Promise<true> => {
    const { found } = await deleteEntity(actor, parseGroupUrn(urn, 'urn'));
    if (!found) throw notFound(`There is no group ${quoted(urn)}`);
    return true;
  };
