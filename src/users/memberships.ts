import type { AspectUpsert } from '../aspects/aspect.js';
import { CatalogError } from '../core/errors.js';
import { quoted } from '../core/urn.js';

const fieldOfMembership = (aspectName: string) =>
  aspectName === 'groupMembership'
    ? 'groups'
    : aspectName === 'nativeGroupMembership'
      ? 'nativeGroups'
      : null;

export const isMembership = (aspectName: string): boolean => fieldOfMembership(aspectName) !== null;

/** Returns the groups that the value of a membership names, each once. */
export const listGroups = (aspectName: string, value: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(value[fieldOfMembership(aspectName)!] as string[]),
];

/** As many as a caller's row has on every request. */
export const groupsMax = 1_000;

/** @throws INVALID_ASPECT when there are more than `groupsMax` */
export function checkedGroups(urn: string, name: string, value: AspectUpsert['value']): string[] {
  const groups = listGroups(name, value);
  if (groups.length <= groupsMax) return groups;
  throw new CatalogError(
    'INVALID_ASPECT',
    `${name} of ${quoted(urn)} has ${groups.length} groups; at most ${groupsMax} are allowed`,
  );
}
