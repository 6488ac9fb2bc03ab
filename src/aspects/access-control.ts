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
import { type AspectChanges, aspectKey } from './apply-proposals.js';
import type { Proposal } from './proposal.js';
import type { Refusals, Subject } from './refusals.js';

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

/** Refuses proposals that would suspend or reactivate a user, judged by the aspects after all of them. */
export async function refuseUserStates(
  tx: Transaction,
  actor: Actor,
  { deleted, upserts }: AspectChanges,
  proposals: readonly Proposal[],
  refusals: Refusals,
): Promise<void> {
  const changes = [...deleted.map((aspect) => ({ ...aspect, value: null })), ...upserts].filter(
    ({ urn, name }) => urn.startsWith(userPrefix) && userStateAspects.includes(name),
  );
  if (changes.length === 0) return;
  const states = await statesOf(
    tx,
    changes.map(({ urn }) => urn),
  );
  const last = new Map(proposals.map((one) => [aspectKey(one.urn, one.aspectName), one]));
  for (const { urn, name, value } of changes) {
    const control = changeOfUser(name, value, states.get(urn));
    const error = control && rejection(actor, control, `this ${name} of ${quoted(urn)}`);
    if (error) refusals.add(last.get(aspectKey(urn, name))!, error);
  }
}

/** Refuses the deletion of the entity of an active user, whose access would remain. */
export async function refuseUserDeletions(
  tx: Transaction,
  actor: Actor,
  entities: readonly (Subject & { readonly urn: string })[],
  refusals: Refusals,
): Promise<void> {
  const users = entities.filter(({ urn }) => urn.startsWith(userPrefix));
  if (users.length === 0) return;
  const states = await statesOf(
    tx,
    users.map(({ urn }) => urn),
  );
  for (const user of users) {
    if (states.get(user.urn) !== 'ACTIVE') continue;
    refusals.add(user, rejection(actor, removal, `deleting ${quoted(user.urn)}, who may call`));
  }
}

const userPrefix = 'urn:li:corpuser:';

function rejection(actor: Actor, { takes, instead }: AccessControl, what: string): CatalogError {
  if (!actor.can(takes)) return unauthorized(`${what} takes ${takes}, which ${actor.urn} does not have`);
  return new CatalogError('INVALID_ASPECT', `${what} would change nobody's access: ${instead}`);
}
