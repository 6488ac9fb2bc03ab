// DataHub's clients write some aspects to change who may do what. The catalog keeps users, policies and tokens outside of
// aspects. Such an aspect would be stored without any effect, and its writer would believe that it has one.

import { toMap } from '../core/to-map.js';
import type { Privilege } from '../datahub/privileges.js';

export interface AccessControl {
  /** The privilege that the change would need if it had an effect. */
  readonly takes: Privilege;
  /** The alternative for the caller. */
  readonly instead: string;
}

const guide = '(docs/access.md, "Users and policies")';
const policy: AccessControl = {
  takes: 'MANAGE_POLICIES',
  instead: `a policy has only the aspect dataHubPolicyInfo, whose state switches it off ${guide}`,
};
const role: AccessControl = {
  takes: 'MANAGE_POLICIES',
  instead: `roles are not supported; policies grant privileges to users and groups ${guide}`,
};
const credentials: AccessControl = {
  takes: 'MANAGE_USERS_AND_GROUPS',
  instead: 'passwords are not supported; createAccessToken creates an access token',
};
const token: AccessControl = {
  takes: 'MANAGE_ACCESS_TOKENS',
  instead: 'access tokens are created by createAccessToken and revoked by revokeAccessToken',
};

const byEntityType: ReadonlyMap<string, AccessControl> = new Map([
  ['dataHubRole', role],
  ['inviteToken', role],
  ['dataHubAccessToken', token],
  ['serviceAccessToken', token],
]);
/** The aspects of a policy, which are written with MANAGE_POLICIES. */
const policyAspects = ['dataHubPolicyInfo', 'dataHubPolicyKey'];
const byAspect: ReadonlyMap<string, ReadonlyMap<string, AccessControl>> = toMap({
  corpuser: new Map([
    ['roleMembership', role],
    ['corpUserCredentials', credentials],
  ]),
  corpGroup: new Map([['roleMembership', role]]),
});

/**
 * Returns what a change of an aspect, or of an entity, would mean for access control; null: nothing. An aspect means
 * nothing on an entity type that it does not belong to: a dataset has no password.
 */
export function findAccessControl(entityType: string, aspectName?: string): AccessControl | null {
  if (entityType === 'dataHubPolicy') {
    return aspectName === undefined || policyAspects.includes(aspectName) ? null : policy;
  }
  return byEntityType.get(entityType) ?? byAspect.get(entityType)?.get(aspectName ?? '') ?? null;
}
