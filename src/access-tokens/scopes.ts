import type { Actor, CallingToken } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import {
  administrationPrivileges,
  includedPrivileges,
  type Privilege,
  privileges,
} from '../datahub/privileges.js';

// What a token may do at most (docs/wire-contract.md, "Scopes").

/** Names of `scopeNames`; null: all that the token's actor may do. */
export type Scopes = readonly string[] | null;

const names = Object.keys(privileges) as Privilege[];
const withIncluded = (privilege: Privilege) => [privilege, ...(includedPrivileges[privilege] ?? [])];

/** The privileges that each scope allows. */
const allowedBy: ReadonlyMap<string, ReadonlySet<Privilege>> = new Map([
  ['READ', new Set<Privilege>()],
  ['WRITE', new Set(names.filter((name) => !administrationPrivileges.includes(name)))],
  ...names.map((name) => [name, new Set(withIncluded(name))] as const),
]);

export const scopeNames: readonly string[] = [...allowedBy.keys()];

/** Privileges of which each one includes the privilege. */
const including: ReadonlyMap<Privilege, readonly Privilege[]> = new Map(
  names.map((name) => [name, names.filter((other) => withIncluded(other).includes(name))]),
);

const isAllowed = (scopes: readonly string[], privilege: Privilege): boolean =>
  scopes.some((scope) => allowedBy.get(scope)?.has(privilege));

/** Whether a token with these scopes can have a privilege, if its user has it. */
export const includesPrivilege = (scopes: CallingToken['scopes'], privilege: Privilege): boolean =>
  scopes === null || isAllowed(scopes, privilege);

/** Returns the names in their order, without repetitions. @throws BAD_REQUEST when the list is empty or a name is unknown */
export function checkScopes(given: readonly string[] | null | undefined): Scopes {
  if (!given) return null;
  const unknown = given.find((name) => !allowedBy.has(name));
  if (unknown !== undefined)
    throw badRequest(`scopes contains ${quoted(unknown)}; expected ${scopeNames.join(', ')}`);
  if (given.length === 0)
    throw badRequest(
      'scopes is empty; READ is the smallest scope, and a token without scopes has all rights of its actor',
    );
  return [...new Set(given)];
}

/**
 * Returns the rights of a token: those of its user that its scopes allow. A privilege that includes an allowed one
 * counts as the allowed one.
 */
export function withinScopes(can: Actor['can'], scopes: Scopes): Actor['can'] {
  if (scopes === null) return can;
  return (privilege, resource) =>
    isAllowed(scopes, privilege) && including.get(privilege)!.some((one) => can(one, resource));
}

/**
 * Returns the scopes that allow no more than the given scopes; null: all tokens do, including tokens without scopes.
 */
export function scopesWithin(scopes: Scopes): Scopes {
  if (scopes === null) return null;
  const within = scopeNames.filter((name) =>
    [...allowedBy.get(name)!].every((privilege) => isAllowed(scopes, privilege)),
  );
  return [...new Set([...within, ...scopes])];
}

/**
 * Whether a token with the scopes `other` has no more rights than the actor's own token. A caller without a token has
 * no scopes.
 */
export function isWithinScopes(actor: Actor, other: Scopes): boolean {
  const within = scopesWithin(actor.token?.scopes ?? null);
  return within === null || (other?.every((scope) => within.includes(scope)) ?? false);
}
