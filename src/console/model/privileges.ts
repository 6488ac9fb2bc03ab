import * as privileges from '../../datahub/privileges.js';

/** Names of privileges as the wire has them, with those that people see. */
const names: ReadonlyMap<string, string> = new Map(Object.entries(privileges.privileges));

/** Privileges over entities, which policies of the type METADATA grant. Those of the type PLATFORM grant all others. */
export const metadataPrivileges: readonly string[] = privileges.metadataPrivileges;

export const platformPrivileges: readonly string[] = [...names.keys()].filter(
  (name) => !metadataPrivileges.includes(name),
);

/** Returns the display name; of a privilege that has none here, its name on the wire. */
export const privilegeName = (name: string): string => names.get(name) ?? name;

/** Returns what is needed when one of the privileges suffices, for a sentence that begins with "This needs". */
export const privilegeText = (needed: readonly string[]): string =>
  `the privilege ${needed.map(privilegeName).join(' or ')}`;
