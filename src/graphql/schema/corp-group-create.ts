import { groupId, groupName, peopleDescription } from '../../users/input.js';
import { builder } from './builder.js';
import { required } from './kit.js';

const CreateGroupInput = builder.inputType('CreateGroupInput', {
  description: 'The group to create.',
  fields: (t) => ({
    id: t.string({
      description: 'The last part of the URN. Default: a UUID.',
      validate: { schema: groupId },
    }),
    name: t.string({
      ...required('The display name, 1 to 255 characters.'),
      validate: { schema: groupName },
    }),
    description: t.string({
      description: 'What the group is for.',
      validate: { schema: peopleDescription },
    }),
  }),
});

builder.mutationField('createGroup', (t) =>
  t.string({
    description: 'Creates a group and returns its URN.',
    args: { input: t.arg(required('The group to create.', CreateGroupInput)) },
    resolve: (_, { input }, { services, actor }) => services.users.createGroup(actor, input),
  }),
);
