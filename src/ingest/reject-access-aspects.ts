import type { AspectUpsert } from '../aspects/aspect.js';
import { getKeyAspect } from '../aspects/key-aspect.js';
import type { AspectChanges } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking } from '../core/authorization.js';
import { CatalogError, conflict } from '../core/errors.js';
import { isReservedUser, reservedRule } from '../core/reserved-users.js';
import { getEntityType, isServiceAccount, quoted } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { isAboutPeople } from '../users/people-aspects.js';
import { stateIn, type UserState } from '../users/people-model.js';
import { type AccessControl, findAccessControl } from '../users/refused-access-aspects.js';
import { readStates } from '../users/user-store.js';
import type { Proposal } from './proposal.js';

/**
 * Rejects a change of an aspect that only concerns access, or that makes a reserved user.
 *
 * @throws UNAUTHORIZED, INVALID_ASPECT
 */
export function rejectAccessControl(
  actor: Actor,
  { urn, entityType, aspectName }: Pick<Proposal, 'urn' | 'entityType' | 'aspectName'>,
  isDeletion = false,
): void {
  const control = findAccessControl(entityType, aspectName);
  if (control) throw rejection(actor, control, `${aspectName} of ${quoted(urn)}`);
  if (!isDeletion && isReservedUser(urn) && isAboutPeople(entityType, aspectName))
    throw new CatalogError('INVALID_ASPECT', `${quoted(urn)} ${reservedRule}`);
}

/** Rejects the deletion of an entity of access control. @throws UNAUTHORIZED, INVALID_ASPECT */
export function rejectDeletion(actor: Actor, entityType: string, urn: string): void {
  const control = findAccessControl(entityType);
  if (control) throw rejection(actor, control, `deleting ${quoted(urn)}`);
}

/** Called with the change that an error is about. */
export type Refuse = (error: CatalogError, urn: string, aspectName: string) => void;

const raise: Refuse = (error) => {
  throw error;
};

const stateAspects: readonly string[] = ['corpUserInfo', 'corpUserStatus', 'status'];

/**
 * Rejects changes of the state of users that are not allowed, checked against the aspects after the changes.
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
    ({ urn, name }) => getEntityType(urn) === 'corpuser' && stateAspects.includes(name),
  );
  if (changes.length === 0) return;
  const states = await readStates(
    tx,
    changes.map(({ urn }) => urn),
  );
  // If the same changes suspend the user, they may also mark the user as removed.
  const suspends = ({ name, value }: StateChange) => value && stateIn([{ name, value }]) === 'SUSPENDED';
  const suspended = new Set(changes.filter(suspends).map(({ urn }) => urn));
  for (const change of changes) {
    const isSuspended = change.name === 'status' && suspended.has(change.urn);
    const error = findRefusal(actor, change, isSuspended ? 'SUSPENDED' : states.get(change.urn));
    if (error) refuse(error, change.urn, change.name);
  }
}

type StateChange = Pick<AspectUpsert, 'urn' | 'name'> & { readonly value: AspectUpsert['value'] | null };

/** @param state undefined when the URN is not a user of the catalog */
function findRefusal(actor: Actor, change: StateChange, state: UserState | undefined): CatalogError | null {
  const { urn, name, value } = change;
  if (name === 'status') {
    return value?.removed === true && state === 'ACTIVE'
      ? rejection(actor, removal(urn), `this status of ${quoted(urn)}`)
      : null;
  }
  if (value && urn === actor.urn && stateIn([{ name, value }]) === 'SUSPENDED') return ownSuspension(urn);
  if (name !== 'corpUserStatus') return null;
  if (value === null && state === 'SUSPENDED') {
    return new CatalogError(
      'INVALID_ASPECT',
      `${quoted(urn)} is suspended: write status ACTIVE, which ends the suspension, before you delete corpUserStatus`,
    );
  }
  return value?.status === 'ACTIVE' && state === 'REMOVED'
    ? new CatalogError('INVALID_ASPECT', `${quoted(urn)} is removed: createUser creates the user again`)
    : null;
}

const removal = (urn: string): AccessControl => ({
  takes: isServiceAccount(urn) ? 'MANAGE_SERVICE_ACCOUNTS' : 'MANAGE_USERS_AND_GROUPS',
  instead:
    'updateUserStatus suspends a user, and removeUser removes one (docs/running.md, "Users and policies")',
});

const ownSuspension = (urn: string) =>
  conflict(`${quoted(urn)} is the caller, and callers cannot suspend themselves: ask another administrator`);

/**
 * Rejects the deletion of the caller.
 *
 * @param refuse called for the caller
 */
export function rejectOwnDeletion(actor: Actor, urns: readonly string[], refuse = raise): void {
  if (!urns.includes(actor.urn)) return;
  const error = conflict(
    `${quoted(actor.urn)} is the caller, and callers cannot remove themselves: ask another administrator`,
  );
  refuse(error, actor.urn, getKeyAspect('corpuser'));
}

function rejection(actor: Actor, { takes, instead }: AccessControl, what: string): CatalogError {
  if (!actor.can(takes)) return lacking(actor, `make this change: ${what}`, [takes]);
  return new CatalogError('INVALID_ASPECT', `${what} would have no effect: ${instead}`);
}
