/** Names of privileges as the wire has them, with those that people see. */
export const privilegeNames: Readonly<Record<string, string>> = {
  GENERATE_PERSONAL_ACCESS_TOKENS: 'Generate Personal Access Tokens',
  MANAGE_ACCESS_TOKENS: 'Manage All Access Tokens',
  CREATE_TAGS: 'Create Tags',
  MANAGE_TAGS: 'Manage Tags',
  EDIT_ENTITY_TAGS: 'Edit Tags',
  EDIT_DATASET_COL_TAGS: 'Edit Dataset Column Tags',
  EDIT_ENTITY: 'Edit Entity',
  DELETE_ENTITY: 'Delete',
  EDIT_ENTITY_STATUS: 'Edit Status',
  EDIT_ENTITY_DOCS: 'Edit Description',
  EDIT_DATASET_COL_DESCRIPTION: 'Edit Dataset Column Descriptions',
  GET_TIMESERIES_INDEX_SIZES_PRIVILEGE: 'Get Timeseries index sizes API',
  TRUNCATE_TIMESERIES_INDEX_PRIVILEGE: 'Truncate timeseries aspect index size API',
  GET_ES_TASK_STATUS_PRIVILEGE: 'Get ES task status API',
  MANAGE_POLICIES: 'Manage Policies',
  MANAGE_USERS_AND_GROUPS: 'Manage Users & Groups',
  MANAGE_SERVICE_ACCOUNTS: 'Manage Service Accounts',
  GET_AUDIT_EVENTS: 'Search Audit Events',
};

/** Privileges over entities, which policies of the type METADATA grant. Those of the type PLATFORM grant all others. */
export const metadataPrivileges: readonly string[] = [
  'EDIT_ENTITY',
  'EDIT_ENTITY_TAGS',
  'EDIT_DATASET_COL_TAGS',
  'EDIT_ENTITY_DOCS',
  'EDIT_DATASET_COL_DESCRIPTION',
  'EDIT_ENTITY_STATUS',
  'DELETE_ENTITY',
];

export const platformPrivileges: readonly string[] = Object.keys(privilegeNames).filter(
  (name) => !metadataPrivileges.includes(name),
);

/** Returns the display name; of a privilege that has none here, its name on the wire. */
export const privilegeName = (name: string): string => privilegeNames[name] ?? name;

/** Returns what is needed when one of the privileges suffices, for a sentence that begins with "This needs". */
export const privilegeText = (needed: readonly string[]): string =>
  `the privilege ${needed.map(privilegeName).join(' or ')}`;
