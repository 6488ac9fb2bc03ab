import type { AspectUpsert } from '../aspects/aspect.js';
import { CatalogError } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Steps } from '../scheduling/steps.js';

export interface UserInfo {
  readonly displayName: string | null;
  readonly fullName: string | null;
  readonly title: string | null;
  readonly email: string | null;
}

export interface GroupInfo {
  readonly name: string | null;
  readonly description: string | null;
}

export type WrittenState = 'ACTIVE' | 'SUSPENDED';
export type UserState = WrittenState | 'REMOVED';

export interface UserWrite {
  readonly urn: string;
  /** Null leaves the state as it is. A new user is active. */
  readonly state: WrittenState | null;
  /** Null leaves it as it is. */
  readonly info: UserInfo | null;
}

export interface GroupWrite {
  readonly urn: string;
  /** Null leaves it as it is. */
  readonly info: GroupInfo | null;
}

export interface MembershipWrite {
  readonly userUrn: string;
  readonly native: boolean;
  /** All groups of the user, each once. */
  readonly groups: readonly string[];
}

/** The contents of aspects about users, groups and members. */
export interface People {
  readonly users: readonly UserWrite[];
  readonly groups: readonly GroupWrite[];
  readonly memberships: readonly MembershipWrite[];
}

/** If one of several aspects of a user suspends the user, the user is suspended. */
export function stateIn(upserts: readonly Pick<AspectUpsert, 'name' | 'value'>[]): WrittenState | null {
  const states = upserts.map(({ name, value }) => {
    if (name === 'corpUserStatus') return value.status;
    return name === 'corpUserInfo' && value.active === false ? 'SUSPENDED' : null;
  });
  if (states.includes('SUSPENDED')) return 'SUSPENDED';
  return states.includes('ACTIVE') ? 'ACTIVE' : null;
}

/** @param upserts of aspects about people, each (urn, name) once */
export function* collectPeople(upserts: readonly AspectUpsert[]): Steps<People> {
  const byUrn = new Map<string, AspectUpsert[]>();
  for (const upsert of upserts) {
    const aspects = byUrn.get(upsert.urn);
    if (aspects) aspects.push(upsert);
    else byUrn.set(upsert.urn, [upsert]);
  }
  const users: UserWrite[] = [];
  const groups = new Map<string, GroupInfo | null>();
  const memberships: MembershipWrite[] = [];
  for (const [urn, aspects] of byUrn) {
    yield;
    const valueIn = (aspect: string) => aspects.find(({ name }) => name === aspect)?.value;
    if (aspects[0]!.entityType === 'corpGroup') {
      groups.set(urn, groupInfo(valueIn('corpGroupInfo')));
      continue;
    }
    users.push({ urn, state: stateIn(aspects), info: userInfo(valueIn('corpUserInfo')) });
    for (const { name, value } of aspects) {
      if (!isMembership(name)) continue;
      const native = name === 'nativeGroupMembership';
      memberships.push({ userUrn: urn, native, groups: checkedGroups(urn, name, value) });
    }
  }
  for (const urn of memberships.flatMap((one) => one.groups)) if (!groups.has(urn)) groups.set(urn, null);
  return { users, groups: [...groups].map(([urn, info]) => ({ urn, info })), memberships };
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

const userInfo = (value: AspectUpsert['value'] | undefined): UserInfo | null =>
  value
    ? {
        displayName: textOrNull(value.displayName),
        fullName: textOrNull(value.fullName),
        title: textOrNull(value.title),
        email: textOrNull(value.email),
      }
    : null;

const groupInfo = (value: AspectUpsert['value'] | undefined): GroupInfo | null =>
  value ? { name: textOrNull(value.displayName), description: textOrNull(value.description) } : null;

/** Compares rows with their members in one order, or lists. */
export const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

const fieldOfMembership = (aspectName: string) =>
  aspectName === 'groupMembership'
    ? 'groups'
    : aspectName === 'nativeGroupMembership'
      ? 'nativeGroups'
      : null;

const isMembership = (aspectName: string): boolean => fieldOfMembership(aspectName) !== null;

/** Returns the groups that the value of a membership names, each once. */
export const listGroups = (aspectName: string, value: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(value[fieldOfMembership(aspectName)!] as string[]),
];

/** As many as a caller's row has on every request. */
export const groupsMax = 1_000;

/** @throws INVALID_ASPECT when there are more than `groupsMax` */
function checkedGroups(urn: string, name: string, value: AspectUpsert['value']): string[] {
  const groups = listGroups(name, value);
  if (groups.length <= groupsMax) return groups;
  throw new CatalogError(
    'INVALID_ASPECT',
    `${name} of ${quoted(urn)} has ${groups.length} groups; at most ${groupsMax} are allowed`,
  );
}
