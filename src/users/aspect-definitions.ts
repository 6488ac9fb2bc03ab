import { z } from 'zod';
import { type Aspect, type AspectTables, parsedBy, sumBytes, text } from '../aspects/aspect.js';
import { parseGroupUrn } from '../core/urn.js';
import { collectPeople, listGroups } from './people-model.js';
import { clearPeople, writePeople } from './people-store.js';

/** The aspects of a user together say what the user's row is, so they share their tables with those of groups. */
const tables: AspectTables = {
  *split(upserts) {
    const people = yield* collectPeople(upserts);
    return {
      groups: people.groups.map(({ urn }) => urn),
      async write(tx, audit, touch) {
        const groups = await writePeople(tx, people, audit);
        touch(groups.map((urn) => ({ urn, type: 'corpGroup' })));
      },
    };
  },
  clear: clearPeople,
};

/**
 * The aspects that are views over the tables of users, groups and members (docs/wire-aspects.md, "Aspects about access").
 * On entities of other types, aspects of these names are ordinary metadata. Their records keep them as they were written.
 */
const about = (
  entityType: 'corpuser' | 'corpGroup',
  name: string,
  aspect: Pick<Aspect, 'model' | 'locks'>,
  rows: { select: string; bytes: string },
): Aspect => ({
  name,
  entityTypes: [entityType],
  isAccess: true,
  ...aspect,
  rows: { tables, ...rows },
});

/** Rows of a user or a group that say nothing of this aspect. */
const noRows = { select: 'NULL', bytes: '0' };
const anyMembers = z.looseObject({});
const groups = z.array(parsedBy((urn) => parseGroupUrn(urn)));

const membership = (name: string, member: 'groups' | 'nativeGroups', native: string): Aspect =>
  about(
    'corpuser',
    name,
    { model: z.looseObject({ [member]: groups }), locks: { groups: (value) => listGroups(name, value) } },
    {
      select: `
        (SELECT json_build_array(json_build_object('${member}',
                  (SELECT coalesce(json_agg(m.group_urn ORDER BY m.position), '[]')
                     FROM group_members m WHERE m.user_urn = u.urn AND ${native})))
           FROM users u WHERE u.urn = a.urn)`,
      bytes:
        '(SELECT coalesce(sum(octet_length(m.group_urn) + 3), 0) FROM group_members m WHERE m.user_urn = a.urn)',
    },
  );

export const peopleAspects: readonly Aspect[] = [
  about('corpuser', 'corpUserKey', { model: anyMembers }, noRows),
  about(
    'corpuser',
    'corpUserInfo',
    {
      model: z.looseObject({
        active: z.boolean().nullish(),
        displayName: text,
        fullName: text,
        title: text,
        email: text,
      }),
    },
    {
      select: `
        (SELECT json_build_array(json_build_object('active', coalesce(u.restored_state, u.state) = 'ACTIVE', 'displayName', u.display_name,
                                                   'fullName', u.full_name, 'title', u.title, 'email', u.email))
           FROM users u WHERE u.urn = a.urn)`,
      bytes: `
        (SELECT coalesce(sum(${sumBytes('u.display_name', 'u.full_name', 'u.title', 'u.email')}), 0)
           FROM users u WHERE u.urn = a.urn)`,
    },
  ),
  about(
    'corpuser',
    'corpUserStatus',
    { model: z.looseObject({ status: z.enum(['ACTIVE', 'SUSPENDED']) }) },
    {
      select: `(SELECT json_build_array(json_build_object('status', coalesce(u.restored_state, u.state))) FROM users u WHERE u.urn = a.urn)`,
      bytes: '0',
    },
  ),
  membership('groupMembership', 'groups', 'NOT m.native'),
  membership('nativeGroupMembership', 'nativeGroups', 'm.native'),
  about('corpGroup', 'corpGroupKey', { model: anyMembers }, noRows),
  about(
    'corpGroup',
    'corpGroupInfo',
    { model: z.looseObject({ displayName: text, description: text }) },
    {
      select: `
        (SELECT json_build_array(json_build_object('displayName', g.name, 'description', g.description))
           FROM groups g WHERE g.urn = a.urn)`,
      bytes: `(SELECT coalesce(sum(${sumBytes('g.name', 'g.description')}), 0) FROM groups g WHERE g.urn = a.urn)`,
    },
  ),
];

/** Whether an aspect of an entity of this type is about a user or a group. */
export const isAboutPeople = (entityType: string, aspectName: string): boolean =>
  peopleAspects.some(({ name, entityTypes }) => name === aspectName && entityTypes!.includes(entityType));

/** Whether entities of a type are users or groups. */
export const isPersonOrGroup = (entityType: string): boolean =>
  peopleAspects.some(({ entityTypes }) => entityTypes!.includes(entityType));
