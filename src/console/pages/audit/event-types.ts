/** docs/wire-contract.md, "Audit". */
export const eventTypes = [
  'CreateAccessTokenEvent',
  'RevokeAccessTokenEvent',
  'RotateAccessTokenEvent',
  'WithdrawAccessTokenEvent',
  'RestoreAccessTokenEvent',
  'TakeOverAccessTokenEvent',
  'CreateUserEvent',
  'UpdateUserEvent',
  'DeleteUserEvent',
  'CreateGroupEvent',
  'UpdateGroupEvent',
  'DeleteGroupEvent',
  'AddGroupMemberEvent',
  'RemoveGroupMemberEvent',
  'CreatePolicyEvent',
  'UpdatePolicyEvent',
  'DeletePolicyEvent',
  'DeleteEntityEvent',
  'DeleteAspectEvent',
  'DeleteReferencesEvent',
  'DeleteTimeseriesEvent',
  'TruncateEvent',
  'CancelTruncateEvent',
  'LogInEvent',
  'LogOutEvent',
  'FailedLogInEvent',
] as const;

/** @returns as in "Create access token" */
export const typeText = (type: string): string => {
  const words = type.replace(/Event$/, '').replace(/(?!^)([A-Z])/g, ' $1');
  return words[0] + words.slice(1).toLowerCase();
};
