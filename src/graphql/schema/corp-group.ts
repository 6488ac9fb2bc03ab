import type { Group } from '../../users/views.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { relationshipsField } from './relationships.js';

const CorpGroupProperties = builder.objectRef<Group>('CorpGroupProperties').implement({
  description: 'What administrators and directories say about a group.',
  fields: (t) => ({
    displayName: t.exposeString('name', { description: 'The name to show.' }),
    description: t.exposeString('description', { description: 'What the group is for.' }),
    email: t.exposeString('email', { description: 'The address.' }),
    slack: t.exposeString('slack', { description: 'The channel in Slack.' }),
  }),
});

const prefix = 'urn:li:corpGroup:';

/** Every field reads what it needs. Fields of one answer share their reads. */
export const CorpGroup = builder.objectRef<{ readonly urn: string }>('CorpGroup').implement({
  description: 'A group of users, which policies can name.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:corpGroup:<id>`' }),
    type: t.field(entityTypeField('CORP_GROUP')),
    name: t.string({
      nullable: false,
      description: 'The last part of the URN.',
      resolve: ({ urn }) => urn.slice(prefix.length),
    }),
    properties: t.field({
      type: CorpGroupProperties,
      description: 'Null for a group that is metadata only, such as the owner of a dataset.',
      resolve: async ({ urn }, _, { services, answer }, info) => {
        const group = await services.people.group(urn);
        if (!group?.isGroup) return null;
        answer.addTexts(group, info);
        return group;
      },
    }),
    exists: t.boolean({
      description: 'Whether there is such a group or such metadata.',
      resolve: async ({ urn }, _, { services }) => (await services.people.group(urn)) !== null,
    }),
    relationships: relationshipsField(t),
  }),
});

const urn = { required: true, description: '`urn:li:corpGroup:<id>`' } as const;

builder.queryField('corpGroup', (t) =>
  t.field({
    type: CorpGroup,
    description: 'Returns a group; null when neither a group nor metadata about one exists.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services }) => services.people.group(urn),
  }),
);

builder.mutationField('removeGroup', (t) =>
  t.boolean({
    description: 'Removes a group with its memberships and its place in policies.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.people.removeGroup(actor, urn),
  }),
);
