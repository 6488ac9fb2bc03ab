import type { User } from '../../users/views.js';
import { builder } from './builder.js';
import { nonNull } from './kit.js';

export const CorpUserProperties = builder.objectRef<User>('CorpUserProperties').implement({
  description: 'Properties of a user, as administrators or a directory wrote them.',
  fields: (t) => ({
    active: t.boolean({
      ...nonNull('Whether the user may call the service.'),
      resolve: ({ state }) => state === 'ACTIVE',
    }),
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    title: t.exposeString('title', { description: 'The job title; for a service account, its description.' }),
    email: t.exposeString('email', { description: 'The email address.' }),
    fullName: t.exposeString('fullName', { description: 'The full name.' }),
    firstName: t.exposeString('firstName', { description: 'The first name.' }),
    lastName: t.exposeString('lastName', { description: 'The last name.' }),
    departmentName: t.exposeString('departmentName', { description: 'The department.' }),
    countryCode: t.exposeString('countryCode', { description: 'The two-letter country code.' }),
  }),
});

type Editable = NonNullable<User['editable']>;
type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Editable>;

/** The fields that the two types of editable properties share. */
const commonFields = (t: FieldBuilder) => ({
  displayName: t.exposeString('displayName', { description: 'The display name.' }),
  title: t.exposeString('title', { description: 'The job title.' }),
  aboutMe: t.exposeString('aboutMe', { description: 'A text about the user.' }),
  pictureLink: t.exposeString('pictureLink', { description: 'The URL of a picture.' }),
  teams: t.stringList({
    description: 'The teams that the user belongs to.',
    resolve: ({ teams }) => teams && [...teams],
  }),
  skills: t.stringList({
    description: 'What the user knows about.',
    resolve: ({ skills }) => skills && [...skills],
  }),
});

export const CorpUserEditableProperties = builder
  .objectRef<Editable>('CorpUserEditableProperties')
  .implement({
    description: 'Properties of a user, as people wrote them.',
    fields: (t) => ({
      ...commonFields(t),
      email: t.exposeString('email', { description: 'The email address.' }),
      phone: t.exposeString('phone', { description: 'The telephone number.' }),
      slack: t.exposeString('slack', { description: 'The Slack handle.' }),
    }),
  });

/** The older type of DataHub. */
export const CorpUserEditableInfo = builder.objectRef<Editable>('CorpUserEditableInfo').implement({
  description: 'Properties of a user, as people wrote them.',
  fields: commonFields,
});
