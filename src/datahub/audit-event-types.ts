/** The types of recorded audit events: DataHub's names where it has one, and names of our own in the same style. */
export const auditEventTypes = [
  ...['CreateAccessTokenEvent', 'RevokeAccessTokenEvent', 'RotateAccessTokenEvent'],
  ...['WithdrawAccessTokenEvent', 'RestoreAccessTokenEvent', 'TakeOverAccessTokenEvent'],
  ...['CreateUserEvent', 'UpdateUserEvent', 'DeleteUserEvent'],
  ...['CreateGroupEvent', 'UpdateGroupEvent', 'DeleteGroupEvent'],
  ...['AddGroupMemberEvent', 'RemoveGroupMemberEvent'],
  ...['CreatePolicyEvent', 'UpdatePolicyEvent', 'DeletePolicyEvent'],
  ...['DeleteEntityEvent', 'DeleteAspectEvent', 'DeleteReferencesEvent', 'DeleteTimeseriesEvent'],
  ...['TruncateEvent', 'CancelTruncateEvent'],
  ...['CreateWebhookEvent', 'EnableWebhookEvent', 'DisableWebhookEvent', 'DeleteWebhookEvent'],
  ...['PauseWebhookEvent', 'ResumeWebhookEvent', 'TakeOverWebhookEvent'],
  ...['UpdateWebhookEvent', 'RotateWebhookSecretEvent'],
  ...['LogInEvent', 'LogOutEvent', 'FailedLogInEvent'],
] as const;

/**
 * The types of audit events that are changes of metadata. The deletion of an entity is not one of them, because it is a
 * recorded event.
 */
export const changeEventTypes = ['CreateEntityEvent', 'UpdateAspectEvent'] as const;
