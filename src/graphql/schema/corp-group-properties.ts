import type { Group } from '../../users/views.js';
import { builder } from './builder.js';
import { nonNull } from './kit.js';

export const CorpGroupProperties = builder.objectRef<Group>('CorpGroupProperties').implement({
  description: 'Properties of a group, as administrators or a directory wrote them.',
  fields: (t) => ({
    displayName: t.exposeString('name', { description: 'The display name.' }),
    description: t.exposeString('description', { description: 'What the group is for.' }),
    email: t.exposeString('email', { description: 'The email address.' }),
    slack: t.exposeString('slack', { description: 'The Slack channel.' }),
  }),
});

export const CorpGroupEditableProperties = builder
  .objectRef<NonNullable<Group['editable']>>('CorpGroupEditableProperties')
  .implement({
    description: 'Properties of a group, as people wrote them.',
    fields: (t) => ({
      description: t.exposeString('description', { description: 'What the group is for.' }),
      pictureLink: t.exposeString('pictureLink', { description: 'The URL of a picture.' }),
      email: t.exposeString('email', { description: 'The email address.' }),
      slack: t.exposeString('slack', { description: 'The Slack channel.' }),
    }),
  });

const OriginType = builder.enumType('OriginType', {
  description: 'Whether something comes from here or from another service.',
  values: {
    NATIVE: { description: 'This catalog.' },
    EXTERNAL: { description: 'Another service.' },
    UNKNOWN: { description: 'Unknown.' },
  } as const,
});

export const Origin = builder.objectRef<NonNullable<Group['origin']>>('Origin').implement({
  description: 'Where something comes from, according to the aspect origin.',
  fields: (t) => ({
    type: t.field({
      ...nonNull('The kind of origin.', OriginType),
      resolve: ({ type }) => (type === 'NATIVE' || type === 'EXTERNAL' ? type : 'UNKNOWN'),
    }),
    externalType: t.exposeString('externalType', { description: 'The external service.' }),
  }),
});
