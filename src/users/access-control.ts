// What DataHub's clients write as aspects to change who may do what. Here users, policies and tokens are kept apart from
// aspects, so such an aspect would be kept and do nothing, while whoever wrote it believes that it holds.
import type { Json } from '../core/lossless-json.js';
import type { Privilege } from '../core/privileges.js';

export interface AccessControl {
  /** What it would take, if it had an effect. */
  readonly takes: Privilege;
  /** What to do in its place. */
  readonly instead: string;
}

const guide = '(docs/operating.md, "Users and policies")';
const policy: AccessControl = {
  takes: 'MANAGE_POLICIES',
  instead: `policies are rows of the table policies, written with SQL for now ${guide}`,
};
const role: AccessControl = {
  takes: 'MANAGE_POLICIES',
  instead: `there are no roles here; privileges are granted by policies, written with SQL for now ${guide}`,
};
const credentials: AccessControl = {
  takes: 'MANAGE_USERS_AND_GROUPS',
  instead: 'nobody logs in with a password here; createAccessToken makes an access token',
};
const token: AccessControl = {
  takes: 'MANAGE_ACCESS_TOKENS',
  instead: 'access tokens are made by createAccessToken and ended by revokeAccessToken',
};

const ofEntities: ReadonlyMap<string, AccessControl> = new Map([
  ['dataHubPolicy', policy],
  ['dataHubRole', role],
  ['inviteToken', role],
  ['dataHubAccessToken', token],
  ['serviceAccessToken', token],
]);
const ofAspects: Readonly<Record<string, ReadonlyMap<string, AccessControl>>> = {
  corpuser: new Map([
    ['roleMembership', role],
    ['corpUserCredentials', credentials],
  ]),
  corpGroup: new Map([['roleMembership', role]]),
};

/**
 * What any change of an aspect, or of an entity, would mean to access; null: nothing. An aspect means nothing on an
 * entity that it is not about: a dataset has no password.
 */
export const accessControlOf = (entityType: string, aspectName?: string): AccessControl | null =>
  ofEntities.get(entityType) ?? ofAspects[entityType]?.get(aspectName ?? '') ?? null;

export type UserState = 'ACTIVE' | 'SUSPENDED' | 'REMOVED';

const changeOfState = (state: UserState): AccessControl => ({
  takes: 'MANAGE_USERS_AND_GROUPS',
  instead: `a user's state is changed with SQL for now: UPDATE users SET state = '${state}' WHERE urn = '…' ${guide}`,
});
export const suspension = changeOfState('SUSPENDED');
export const removal = changeOfState('REMOVED');
export const reactivation = changeOfState('ACTIVE');

/** The aspects of a user that say whether it may call. */
export const userStateAspects: readonly string[] = ['corpUserInfo', 'corpUserStatus', 'status'];

/**
 * What an aspect of a user, as it would end, means to that user's state; null: nothing.
 *
 * @param value null where the aspect is deleted
 * @param state undefined for one who is no user here
 */
export function changeOfUser(
  aspectName: string,
  value: Readonly<Json> | null,
  state: UserState | undefined,
): AccessControl | null {
  switch (aspectName) {
    case 'corpUserStatus':
      if (value !== null && value.status !== 'ACTIVE') return suspension;
      return state === undefined || state === 'ACTIVE' ? null : reactivation;
    // Sources send `active: true` for whoever they know, which means no more than that.
    case 'corpUserInfo':
      return (value?.active ?? true) === true ? null : suspension;
    case 'status':
      return value?.removed === true && state === 'ACTIVE' ? removal : null;
    default:
      return null;
  }
}
