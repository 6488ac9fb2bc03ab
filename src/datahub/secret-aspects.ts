/**
 * Aspects that consist of credentials, or whose settings contain them. Reading them needs a privilege (docs/wire-aspects.md,
 * "Secrets"). It depends only on the name, because any type of entity can have any aspect.
 */
export const secretAspects: readonly string[] = [
  'corpUserCredentials',
  'dataHubConnectionDetails',
  // Its arguments contain the recipe of the run.
  'dataHubExecutionRequestInput',
  // A recipe can have the passwords of its source.
  'dataHubIngestionSourceInfo',
  'dataHubSecretValue',
  // Has the client secret of single sign-on.
  'globalSettingsInfo',
  'inviteToken',
];

const names: ReadonlySet<string> = new Set(secretAspects);

export const isSecret = (aspect: string): boolean => names.has(aspect);
