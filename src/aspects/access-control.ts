import type { Actor } from '../core/actor.js';
import { CatalogError, unauthorized } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import {
  type AccessControl,
  accessControlOf,
  changeOfUser,
  removal,
  userStateAspects,
} from '../users/access-control.js';
import { statesOf } from '../users/store.js';
import type { Changes } from './apply-proposals.js';
import type { Proposal } from './proposal.js';

/** Refuses a change of an aspect that has to do with access alone. @throws UNAUTHORIZED, INVALID_ASPECT */
export function refuseAccessControl(
  actor: Actor,
  { urn, entityType, aspectName, place }: Pick<Proposal, 'urn' | 'entityType' | 'aspectName' | 'place'>,
): void {
  const means = accessControlOf(entityType, aspectName);
  if (means) throw refused(actor, means, `${place && `${place}: `}${aspectName} of ${quoted(urn)}`);
}

/** The same for a whole entity that is to be deleted. */
export function refuseDeletion(actor: Actor, entityType: string, urn: string): void {
  const means = accessControlOf(entityType);
  if (means) throw refused(actor, means, `deleting ${quoted(urn)}`);
}

/** Refuses what would suspend users, or let them call again: judged by what the aspects come to. */
export async function refuseUserStates(
  tx: Transaction,
  actor: Actor,
  { deleted, upserts }: Changes,
): Promise<void> {
  const changes = [...deleted.map((aspect) => ({ ...aspect, value: null })), ...upserts].filter(
    ({ urn, name }) => urn.startsWith(userPrefix) && userStateAspects.includes(name),
  );
  if (changes.length === 0) return;
  const states = await statesOf(
    tx,
    changes.map(({ urn }) => urn),
  );
  for (const { urn, name, value } of changes) {
    const means = changeOfUser(name, value, states.get(urn));
    if (means) throw refused(actor, means, `this ${name} of ${quoted(urn)}`);
  }
}

/** Refuses to delete the entity of a user who would go on calling. */
export async function refuseUserDeletions(
  tx: Transaction,
  actor: Actor,
  urns: readonly string[],
): Promise<void> {
  const users = urns.filter((urn) => urn.startsWith(userPrefix));
  const states = users.length > 0 ? await statesOf(tx, users) : new Map();
  const active = users.find((urn) => states.get(urn) === 'ACTIVE');
  if (active) throw refused(actor, removal, `deleting ${quoted(active)}, who may call`);
}

const userPrefix = 'urn:li:corpuser:';

function refused(actor: Actor, { takes, instead }: AccessControl, what: string): CatalogError {
  if (!actor.can(takes)) return unauthorized(`${what} takes ${takes}, which ${actor.urn} does not have`);
  return new CatalogError('INVALID_ASPECT', `${what} would change nobody's access: ${instead}`);
}
