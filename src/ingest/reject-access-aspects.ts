import type { AspectUpsert } from '../aspects/aspect.js';
import { getKeyAspect } from '../aspects/key-aspect.js';
import type { AspectChanges } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, manages, mayManage } from '../core/authorization.js';
import { CatalogError, conflict } from '../core/errors.js';
import { isReservedUser, reservedRule } from '../core/reserved-users.js';
import { getEntityType, quoted } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { isAboutPeople, isPersonOrGroup } from '../users/aspect-definitions.js';
import { stateIn, type UserState } from '../users/people-model.js';
import { type AccessControl, findAccessControl } from '../users/refused-access-aspects.js';
import { readRemovals } from '../users/removal/removal-store.js';
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

const stateAspects: readonly string[] = ['corpUserInfo', 'corpUserStatus'];

/**
 * Rejects changes of the state of users, and removals of users and groups, that are not allowed. They are checked against
 * the aspects after the changes.
 *
 * @param refuse called for each such change
 */
export async function rejectUserStates(
  tx: Transaction,
  actor: Actor,
  { deleted, upserts }: AspectChanges,
  refuse = raise,
): Promise<void> {
  const changes = [...deleted.map((aspect) => ({ ...aspect, value: null })), ...upserts];
  const ofState = changes.filter(
    ({ urn, name }) => stateAspects.includes(name) && getEntityType(urn) === 'corpuser',
  );
  const removals = changes.filter(
    ({ urn, name }) => name === 'status' && isPersonOrGroup(getEntityType(urn)),
  );
  const states = ofState.length > 0 ? await readStates(tx, toUrns(ofState)) : new Map();
  const removed = removals.length > 0 ? await readRemovals(tx, toUrns(removals)) : new Map();
  const refusals = [
    ...ofState.map((change) => [change, stateRefusal(actor, change, states.get(change.urn))] as const),
    ...removals.map((change) => [change, removalRefusal(actor, change, removed.get(change.urn))] as const),
  ];
  for (const [{ urn, name }, error] of refusals) if (error) refuse(error, urn, name);
}

type StateChange = Pick<AspectUpsert, 'urn' | 'name'> & { readonly value: AspectUpsert['value'] | null };

const toUrns = (changes: readonly StateChange[]) => changes.map(({ urn }) => urn);

/** @param state undefined when the URN is not a user of the catalog */
function stateRefusal(
  actor: Actor,
  { urn, name, value }: StateChange,
  state: UserState | undefined,
): CatalogError | null {
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

/** @param isRemoved undefined when the URN is not a user or group of the catalog, but metadata only */
function removalRefusal(
  actor: Actor,
  { urn, value }: StateChange,
  isRemoved: boolean | undefined,
): CatalogError | null {
  const removes = value?.removed === true;
  if (isRemoved === undefined || isRemoved === removes) return null;
  if (removes && urn === actor.urn) return ownRemoval(urn);
  return mayManage(actor, urn)
    ? null
    : lacking(actor, `${removes ? 'remove' : 'restore'} ${quoted(urn)} by its status`, [manages(urn)]);
}

const ownRemoval = (urn: string) =>
  conflict(`${quoted(urn)} is the caller, and callers cannot remove themselves: ask another administrator`);

const ownSuspension = (urn: string) =>
  conflict(`${quoted(urn)} is the caller, and callers cannot suspend themselves: ask another administrator`);

/**
 * Rejects the deletion of the caller.
 *
 * @param refuse called for the caller
 */
export function rejectOwnDeletion(actor: Actor, urns: readonly string[], refuse = raise): void {
  if (!urns.includes(actor.urn)) return;
  refuse(ownRemoval(actor.urn), actor.urn, getKeyAspect('corpuser'));
}

function rejection(actor: Actor, { takes, instead }: AccessControl, what: string): CatalogError {
  if (!actor.can(takes)) return lacking(actor, `make this change: ${what}`, [takes]);
  return new CatalogError('INVALID_ASPECT', `${what} would have no effect: ${instead}`);
}
