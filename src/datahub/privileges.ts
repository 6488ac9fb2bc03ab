/** The privileges of 0.3.0 and their display names. The list does not grow: a later one is in `laterPrivileges`. */
const firstPrivileges = {
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
  GET_PLATFORM_EVENTS: 'Get Platform Events',
  MANAGE_WEBHOOKS: 'Manage Webhooks',
} as const;

/** A privilege that has an effect since a migration. Before it, policies could already store its name. */
export interface LaterPrivilege {
  readonly displayName: string;
  /** The migration that takes the name out of the stored policies, because an upgrade must not grant anything. */
  readonly migration: string;
  /** Whether the migration gives it to the first administrator, who could do without it what it allows now. */
  readonly isFirstAdministrators: boolean;
  /** Whether the token scope WRITE allows it. */
  readonly isInWrite: boolean;
}

/**
 * For the edits of stewards. Before, only EDIT_ENTITY allowed writing the same aspects, so the migration gives the
 * privileges to no policy.
 */
const stewards = {
  migration: '20261204000000_stewards_privileges',
  isFirstAdministrators: false,
  isInWrite: true,
} as const;

/** In the order of their migrations (docs/development.md, "Add a privilege"). */
export const laterPrivileges = {
  MANAGE_SECRETS: {
    displayName: 'Manage Secrets',
    migration: '20261129030000_manage_secrets',
    isFirstAdministrators: true,
    isInWrite: false,
  },
  EDIT_LINEAGE: {
    displayName: 'Edit Lineage',
    migration: '20261203000000_edit_lineage',
    isFirstAdministrators: false,
    isInWrite: true,
  },
  EDIT_ENTITY_OWNERS: { displayName: 'Edit Owners', ...stewards },
  EDIT_DOMAINS_PRIVILEGE: { displayName: 'Edit Domain', ...stewards },
  EDIT_ENTITY_GLOSSARY_TERMS: { displayName: 'Edit Glossary Terms', ...stewards },
  EDIT_DATASET_COL_GLOSSARY_TERMS: { displayName: 'Edit Dataset Column Glossary Terms', ...stewards },
  EDIT_ENTITY_DOC_LINKS: { displayName: 'Edit Links', ...stewards },
  EDIT_DEPRECATION_PRIVILEGE: { displayName: 'Edit Deprecation', ...stewards },
  MANAGE_DOMAINS: { displayName: 'Manage Domains', ...stewards },
  CREATE_DOMAINS: { displayName: 'Create Domains', ...stewards },
  MANAGE_GLOSSARIES: { displayName: 'Manage Glossaries', ...stewards },
} as const satisfies Readonly<Record<string, LaterPrivilege>>;

export type Privilege = keyof typeof firstPrivileges | keyof typeof laterPrivileges;

const later = Object.entries(laterPrivileges) as [Privilege, LaterPrivilege][];

/** All privileges and their display names (docs/wire-contract.md, "Privileges and policies"). */
export const privileges = {
  ...firstPrivileges,
  ...Object.fromEntries(later.map(([name, { displayName }]) => [name, displayName])),
} as Readonly<Record<Privilege, string>>;

/** Other names of privileges that policies may use: those of DataHub's constants, which differ from its privileges. */
export const privilegeSpellings: ReadonlyMap<string, Privilege> = new Map([
  ['EDIT_ENTITY_DOMAINS', 'EDIT_DOMAINS_PRIVILEGE'],
  ['EDIT_ENTITY_DEPRECATION', 'EDIT_DEPRECATION_PRIVILEGE'],
]);

/** Returns the privilege that a policy means by a name; a name that means none as it is. */
export const readPrivilege = (name: string): string => privilegeSpellings.get(name) ?? name;

/** Privileges over entities. METADATA policies grant these; PLATFORM policies grant all others. */
export const metadataPrivileges = [
  'EDIT_ENTITY_TAGS',
  'EDIT_DATASET_COL_TAGS',
  'EDIT_ENTITY',
  'DELETE_ENTITY',
  'EDIT_ENTITY_STATUS',
  'EDIT_ENTITY_DOCS',
  'EDIT_DATASET_COL_DESCRIPTION',
  'EDIT_LINEAGE',
  'EDIT_ENTITY_OWNERS',
  'EDIT_DOMAINS_PRIVILEGE',
  'EDIT_ENTITY_GLOSSARY_TERMS',
  'EDIT_DATASET_COL_GLOSSARY_TERMS',
  'EDIT_ENTITY_DOC_LINKS',
  'EDIT_DEPRECATION_PRIVILEGE',
] as const;

/** The token API, administration and secrets: privileges that the scope WRITE excludes. */
export const administrationPrivileges: readonly Privilege[] = [
  'GENERATE_PERSONAL_ACCESS_TOKENS',
  'MANAGE_ACCESS_TOKENS',
  'MANAGE_POLICIES',
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_SERVICE_ACCOUNTS',
  'GET_AUDIT_EVENTS',
  'MANAGE_WEBHOOKS',
  ...later.filter(([, { isInWrite }]) => !isInWrite).map(([name]) => name),
];

/** Privileges that include others: who has one may do what the others allow (authorization.ts). */
export const includedPrivileges: Partial<Record<Privilege, readonly Privilege[]>> = {
  MANAGE_ACCESS_TOKENS: ['GENERATE_PERSONAL_ACCESS_TOKENS'],
  MANAGE_TAGS: ['CREATE_TAGS'],
  MANAGE_DOMAINS: ['CREATE_DOMAINS'],
  EDIT_ENTITY: metadataPrivileges,
};
