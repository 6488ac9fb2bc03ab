import type { User } from '../../users/views.js';
import { builder } from './builder.js';

export const CorpUserProperties = builder.objectRef<User>('CorpUserProperties').implement({
  description: 'What administrators and directories say about a user.',
  fields: (t) => ({
    active: t.boolean({
      nullable: false,
      description: 'Whether the user may call.',
      resolve: ({ state }) => state === 'ACTIVE',
    }),
    displayName: t.exposeString('displayName', { description: 'The name to show.' }),
    title: t.exposeString('title', { description: 'The position; of a service account, its description.' }),
    email: t.exposeString('email', { description: 'The address.' }),
    fullName: t.exposeString('fullName', { description: 'First and last name.' }),
    firstName: t.exposeString('firstName', { description: 'The first name.' }),
    lastName: t.exposeString('lastName', { description: 'The last name.' }),
    departmentName: t.exposeString('departmentName', { description: 'The department.' }),
    countryCode: t.exposeString('countryCode', { description: 'The country, of two letters.' }),
  }),
});

export const CorpUserEditableProperties = builder
  .objectRef<NonNullable<User['editable']>>('CorpUserEditableProperties')
  .implement({
    description: 'What people say about themselves.',
    fields: (t) => ({
      displayName: t.exposeString('displayName', { description: 'The name to show.' }),
      title: t.exposeString('title', { description: 'The position.' }),
      aboutMe: t.exposeString('aboutMe', { description: 'A text about the user.' }),
      pictureLink: t.exposeString('pictureLink', { description: 'The address of a picture.' }),
      email: t.exposeString('email', { description: 'The address.' }),
      phone: t.exposeString('phone', { description: 'The telephone number.' }),
      slack: t.exposeString('slack', { description: 'The name in Slack.' }),
      teams: t.stringList({
        description: 'The teams that the user belongs to.',
        resolve: ({ teams }) => teams && [...teams],
      }),
      skills: t.stringList({
        description: 'What the user knows about.',
        resolve: ({ skills }) => skills && [...skills],
      }),
    }),
  });
