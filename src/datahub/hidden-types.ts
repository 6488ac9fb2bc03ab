/**
 * Types of entities that are about access, contain secrets, or are the catalog's own records. Searches, usage, counts, the
 * history, events and webhooks leave them out.
 */
export const hiddenEntityTypes: readonly string[] =
  `dataHubAccessToken dataHubAction dataHubConnection dataHubExecutionRequest dataHubIngestionSource dataHubPolicy
  dataHubRetention dataHubSecret dataHubStepState dataHubUpgrade globalSettings inviteToken serviceAccessToken
  telemetry`.split(/\s+/);

const types: ReadonlySet<string> = new Set(hiddenEntityTypes);

export const isHidden = (type: string): boolean => types.has(type);
