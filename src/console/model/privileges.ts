import {
  includedPrivileges,
  metadataPrivileges,
  type Privilege,
  privileges,
  readPrivilege,
} from '../../datahub/privileges.js';

export type { Privilege };

const all = Object.keys(privileges) as Privilege[];

/** The privileges that policies of the type METADATA grant. */
export const entityPrivileges: readonly string[] = metadataPrivileges;

/** The privileges that policies of the type PLATFORM grant: all others. */
export const platformPrivileges: readonly string[] = all.filter((name) => !entityPrivileges.includes(name));

/** Returns the privileges that a policy names, each once. */
export const readPrivileges = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map(readPrivilege)),
];

const names: Readonly<Record<string, string>> = privileges;

/** Returns the display name; of a privilege that has none here, its name on the wire. */
export const privilegeName = (name: string): string => names[name] ?? name;

/** Returns a privilege and those that include it. */
const sufficient = (needed: Privilege): readonly Privilege[] => [
  needed,
  ...all.filter((name) => name !== needed && includedPrivileges[name]?.includes(needed)),
];

/** Whether a caller with some privileges may do what needs another. */
export const suffices = (granted: ReadonlySet<string> | undefined, needed: Privilege): boolean =>
  sufficient(needed).some((name) => granted?.has(name));

/** Returns what is needed, for a sentence that begins with "This needs". */
export const privilegeText = (needed: Privilege): string => anyPrivilege(sufficient(needed));

/** Returns the privileges of which one is needed, for the same sentence. */
export const anyPrivilege = (names: readonly string[]): string =>
  `the privilege ${names.map(privilegeName).join(' or ')}`;
