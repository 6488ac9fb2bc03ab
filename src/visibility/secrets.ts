// The part of the rule that holds for every caller, whatever its limit is: types of entities and names of aspects.

import type { Actor } from '../core/actor.js';
import { lacking, mayManagePolicies, mayManageSecrets, toManageSecrets } from '../core/authorization.js';
import { hiddenEntityTypes } from '../datahub/hidden-types.js';
import { secretAspects } from '../datahub/secret-aspects.js';

export { hiddenEntityTypes };

const types: ReadonlySet<string> = new Set(hiddenEntityTypes);
const aspects: ReadonlySet<string> = new Set(secretAspects);

/** Whether searches, usage, counts, the history, events and webhooks have entities of a type. */
export const isListed = (type: string): boolean => !types.has(type);

export const isSecret = (aspect: string): boolean => aspects.has(aspect);

/**
 * Policies tell who may do what: they are read with Manage Policies. Every active user may read all other types of
 * entities, except for their secrets (`unreadableAspects`).
 *
 * @throws UNAUTHORIZED
 */
export function checkType(actor: Actor, type: string): void {
  if (type !== 'dataHubPolicy' || mayManagePolicies(actor)) return;
  throw lacking(actor, 'read policies', ['MANAGE_POLICIES']);
}

/**
 * Returns the aspects that reads of all aspects leave out for an actor.
 *
 * @param named the aspects that a request names
 * @throws UNAUTHORIZED when it names one of those, whether or not it exists
 */
export function unreadableAspects(actor: Actor, named: readonly string[]): readonly string[] {
  if (mayManageSecrets(actor)) return [];
  const secret = named.find(isSecret);
  if (secret !== undefined) throw lacking(actor, `read ${secret}`, toManageSecrets);
  return secretAspects;
}
