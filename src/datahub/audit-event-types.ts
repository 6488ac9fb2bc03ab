/** The kinds of audit events: DataHub's names where it has one, and names of our own in the same style. */
export const auditEventTypes = [
  ...['CreateAccessTokenEvent', 'RevokeAccessTokenEvent', 'RotateAccessTokenEvent'],
  ...['WithdrawAccessTokenEvent', 'RestoreAccessTokenEvent', 'TakeOverAccessTokenEvent'],
  ...['CreateUserEvent', 'UpdateUserEvent', 'DeleteUserEvent'],
  ...['CreateGroupEvent', 'UpdateGroupEvent', 'DeleteGroupEvent'],
  ...['AddGroupMemberEvent', 'RemoveGroupMemberEvent'],
  ...['CreatePolicyEvent', 'UpdatePolicyEvent', 'DeletePolicyEvent'],
  ...['DeleteEntityEvent', 'DeleteAspectEvent', 'DeleteReferencesEvent', 'DeleteTimeseriesEvent'],
  ...['TruncateEvent', 'CancelTruncateEvent'],
  ...['LogInEvent', 'LogOutEvent', 'FailedLogInEvent'],
] as const;
