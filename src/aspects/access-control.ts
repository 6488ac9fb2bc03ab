import type { Actor } from '../core/actor.js';
import { CatalogError, unauthorized } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { keyAspectOf } from '../metadata/key-aspect.js';
import {
  type AccessControl,
  accessControlOf,
  changeOfUser,
  removal,
  userStateAspects,
} from '../users/access-control.js';
import { statesOf } from '../users/store.js';
import type { AspectChanges } from './apply-proposals.js';
import type { Proposal } from './proposal.js';

/** Rejects a change of an aspect that only concerns access. @throws UNAUTHORIZED, INVALID_ASPECT */
export function rejectAccessControl(
  actor: Actor,
  { urn, entityType, aspectName }: Pick<Proposal, 'urn' | 'entityType' | 'aspectName'>,
): void {
  const control = accessControlOf(entityType, aspectName);
  if (control) throw rejection(actor, control, `${aspectName} of ${quoted(urn)}`);
}

/** Rejects the deletion of an entity of access control. @throws UNAUTHORIZED, INVALID_ASPECT */
export function rejectDeletion(actor: Actor, entityType: string, urn: string): void {
  const control = accessControlOf(entityType);
  if (control) throw rejection(actor, control, `deleting ${quoted(urn)}`);
}

/** Called with the change that an error is about. */
export type Refuse = (error: CatalogError, urn: string, aspectName: string) => void;

const raise: Refuse = (error) => {
  throw error;
};

/**
 * Rejects changes that would suspend or reactivate a user, judged by the aspects after the changes.
 *
 * @param refuse called for each such change
 */
export async function rejectUserStates(
  tx: Transaction,
  actor: Actor,
  { deleted, upserts }: AspectChanges,
  refuse = raise,
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
    const control = changeOfUser(name, value, states.get(urn));
    if (control) refuse(rejection(actor, control, `this ${name} of ${quoted(urn)}`), urn, name);
  }
}

/**
 * Rejects the deletion of the entity of an active user, whose access would remain.
 *
 * @param refuse called for each such user
 */
export async function rejectUserDeletions(
  tx: Transaction,
  actor: Actor,
  urns: readonly string[],
  refuse = raise,
): Promise<void> {
  const users = urns.filter((urn) => urn.startsWith(userPrefix));
  const states = users.length > 0 ? await statesOf(tx, users) : new Map();
  for (const urn of users) {
    if (states.get(urn) !== 'ACTIVE') continue;
    refuse(rejection(actor, removal, `deleting ${quoted(urn)}, who may call`), urn, keyAspectOf('corpuser'));
  }
}

const userPrefix = 'urn:li:corpuser:';

function rejection(actor: Actor, { takes, instead }: AccessControl, what: string): CatalogError {
  if (!actor.can(takes)) return unauthorized(`${what} takes ${takes}, which ${actor.urn} does not have`);
  return new CatalogError('INVALID_ASPECT', `${what} would change nobody's access: ${instead}`);
}
