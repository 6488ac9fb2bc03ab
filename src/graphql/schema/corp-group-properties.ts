import type { Group } from '../../users/views.js';
import { builder } from './builder.js';

export const CorpGroupProperties = builder.objectRef<Group>('CorpGroupProperties').implement({
  description: 'What administrators and directories say about a group.',
  fields: (t) => ({
    displayName: t.exposeString('name', { description: 'The name to show.' }),
    description: t.exposeString('description', { description: 'What the group is for.' }),
    email: t.exposeString('email', { description: 'The address.' }),
    slack: t.exposeString('slack', { description: 'The channel in Slack.' }),
  }),
});

export const CorpGroupEditableProperties = builder
  .objectRef<NonNullable<Group['editable']>>('CorpGroupEditableProperties')
  .implement({
    description: 'What people say about a group.',
    fields: (t) => ({
      description: t.exposeString('description', { description: 'What the group is for.' }),
      pictureLink: t.exposeString('pictureLink', { description: 'The address of a picture.' }),
      email: t.exposeString('email', { description: 'The address.' }),
      slack: t.exposeString('slack', { description: 'The channel in Slack.' }),
    }),
  });

const OriginType = builder.enumType('OriginType', {
  description: 'Where something comes from.',
  values: {
    NATIVE: { description: 'It was made here.' },
    EXTERNAL: { description: 'It comes from another service.' },
    UNKNOWN: { description: 'It is not known.' },
  } as const,
});

export const Origin = builder.objectRef<NonNullable<Group['origin']>>('Origin').implement({
  description: 'Where something comes from, of the aspect origin.',
  fields: (t) => ({
    type: t.field({
      type: OriginType,
      nullable: false,
      description: 'Where it comes from.',
      resolve: ({ type }) => (type === 'NATIVE' || type === 'EXTERNAL' ? type : 'UNKNOWN'),
    }),
    externalType: t.exposeString('externalType', { description: 'The other service.' }),
  }),
});
