import { z } from 'zod';
import { CatalogError } from '../core/errors.js';
import type { Steps } from '../core/steps.js';
import { parseGroupUrn, quoted } from '../core/urn.js';
import { type AspectUpsert, parsedBy, text } from './models.js';

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

/** What aspects say about users, groups and members. */
export interface People {
  readonly users: readonly UserWrite[];
  readonly groups: readonly GroupWrite[];
  readonly memberships: readonly MembershipWrite[];
}

const groups = z.array(parsedBy((urn) => parseGroupUrn(urn)));

const corpUserInfo = z.looseObject({
  active: z.boolean().nullish(),
  displayName: text,
  fullName: text,
  title: text,
  email: text,
});
const corpUserStatus = z.looseObject({ status: z.enum(['ACTIVE', 'SUSPENDED']) });
const corpGroupInfo = z.looseObject({ displayName: text, description: text });
const groupMembership = z.looseObject({ groups });
const nativeGroupMembership = z.looseObject({ nativeGroups: groups });
const any = z.looseObject({});

/**
 * The aspects that are views over the tables of users, groups and members (docs/wire-aspects.md, "Aspects about access").
 * On entities of other types, aspects of these names are ordinary metadata.
 */
const shapes: Readonly<Record<string, Readonly<Record<string, z.ZodObject>>>> = {
  corpuser: { corpUserKey: any, corpUserInfo, corpUserStatus, groupMembership, nativeGroupMembership },
  corpGroup: { corpGroupKey: any, corpGroupInfo },
};

/** Returns the model of an aspect about a user or a group; null for any other aspect. */
export const peopleShape = (entityType: string, aspectName: string): z.ZodObject | null => {
  const byName = Object.hasOwn(shapes, entityType) ? shapes[entityType]! : {};
  return Object.hasOwn(byName, aspectName) ? byName[aspectName]! : null;
};

export const isAboutPeople = (entityType: string, aspectName: string): boolean =>
  peopleShape(entityType, aspectName) !== null;

/** The types of the entities that users and groups are. */
export const isPersonOrGroup = (entityType: string): boolean => Object.hasOwn(shapes, entityType);

export const isMembership = (aspectName: string): boolean => fieldOfMembership(aspectName) !== null;
const fieldOfMembership = (aspectName: string) =>
  aspectName === 'groupMembership'
    ? 'groups'
    : aspectName === 'nativeGroupMembership'
      ? 'nativeGroups'
      : null;

/** Returns the groups that the value of a membership names, each once. */
export const groupsOf = (aspectName: string, value: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(value[fieldOfMembership(aspectName)!] as string[]),
];

/** Of several aspects of a user, one that suspends the user wins. */
export function stateIn(upserts: readonly Pick<AspectUpsert, 'name' | 'value'>[]): WrittenState | null {
  const states = upserts.map(({ name, value }) => {
    if (name === 'corpUserStatus') return value.status;
    return name === 'corpUserInfo' && value.active === false ? 'SUSPENDED' : null;
  });
  if (states.includes('SUSPENDED')) return 'SUSPENDED';
  return states.includes('ACTIVE') ? 'ACTIVE' : null;
}

/** As many as a caller's row has on every request. */
export const groupsMax = 1_000;

function checkedGroups(urn: string, name: string, value: AspectUpsert['value']): string[] {
  const groups = groupsOf(name, value);
  if (groups.length <= groupsMax) return groups;
  throw new CatalogError(
    'INVALID_ASPECT',
    `${name} of ${quoted(urn)} has ${groups.length} groups; at most ${groupsMax} are allowed`,
  );
}

/** @param upserts each (urn, name) once */
export function* peopleOf(upserts: readonly AspectUpsert[]): Steps<People> {
  const byUrn = new Map<string, AspectUpsert[]>();
  for (const upsert of upserts) {
    if (!isAboutPeople(upsert.entityType, upsert.name)) continue;
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
