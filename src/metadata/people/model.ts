import { z } from 'zod';
import { mapOf } from '../../core/map-of.js';
import { parseGroupUrn } from '../../core/urn.js';
import { parsedBy, text } from '../models.js';

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
const shapes: ReadonlyMap<string, ReadonlyMap<string, z.ZodObject>> = new Map([
  [
    'corpuser',
    mapOf<z.ZodObject>({
      corpUserKey: any,
      corpUserInfo,
      corpUserStatus,
      groupMembership,
      nativeGroupMembership,
    }),
  ],
  ['corpGroup', mapOf<z.ZodObject>({ corpGroupKey: any, corpGroupInfo })],
]);

/** Returns the model of an aspect about a user or a group; null for any other aspect. */
export const peopleShape = (entityType: string, aspectName: string): z.ZodObject | null =>
  shapes.get(entityType)?.get(aspectName) ?? null;

export const isAboutPeople = (entityType: string, aspectName: string): boolean =>
  peopleShape(entityType, aspectName) !== null;

/** The types of the entities that users and groups are. */
export const isPersonOrGroup = (entityType: string): boolean => shapes.has(entityType);
