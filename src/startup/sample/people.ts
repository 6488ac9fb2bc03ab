import type { AspectUpsert } from '../../aspects/aspect.js';
import { getEntityType, groupUrn, userUrn } from '../../core/urn.js';

export const steward = userUrn('steward');
const guest = userUrn('guest');

/** Groups that own datasets. No policy names them. */
const groups = {
  'data-platform': ['Data platform', 'Runs the warehouse, its pipelines and this catalog.'],
  growth: ['Growth', 'Brings visitors to the shop and measures what brings them.'],
} as const;

/** Users that own datasets: name, title and group. They have no token, and no policy names them. */
const owners = {
  'maya.lindqvist': ['Maya Lindqvist', 'Head of data', 'data-platform'],
  'tomas.ferreira': ['Tomás Ferreira', 'Analytics engineer', 'data-platform'],
  'kofi.mensah': ['Kofi Mensah', 'Lead developer, shop', null],
  'ines.moreau': ['Inès Moreau', 'Financial controller', null],
  'priya.nair': ['Priya Nair', 'Marketing manager', 'growth'],
} as const;

export type OwnerId = keyof typeof groups | keyof typeof owners;

export const ownerUrn = (id: OwnerId): string => (id in groups ? groupUrn(id) : userUrn(id));

export const sampleGroups: readonly string[] = Object.keys(groups).map(groupUrn);
export const sampleUsers: readonly string[] = [steward, guest, ...Object.keys(owners).map(userUrn)];

const aspect = (urn: string, name: string, value: AspectUpsert['value']): AspectUpsert => ({
  urn,
  entityType: getEntityType(urn),
  name,
  value,
});

/** The aspects of the groups come first, because those of users refer to them. */
export const peopleAspects: readonly AspectUpsert[] = [
  ...Object.entries(groups).map(([id, [displayName, description]]) =>
    aspect(groupUrn(id), 'corpGroupInfo', { displayName, description, admins: [], members: [], groups: [] }),
  ),
  ...[steward, guest].map((urn) => aspect(urn, 'corpUserInfo', { active: true })),
  ...Object.entries(owners).flatMap(([id, [displayName, title, group]]) => [
    aspect(userUrn(id), 'corpUserInfo', {
      active: true,
      displayName,
      fullName: displayName,
      title,
      email: `${id}@fernhill.example`,
    }),
    ...(group === null
      ? []
      : [aspect(userUrn(id), 'nativeGroupMembership', { nativeGroups: [groupUrn(group)] })]),
  ]),
];
