import { personText, userId } from '../../users/input.js';
import { builder } from './builder.js';
import { required } from './kit.js';

const text = { validate: { schema: personText } };

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'The user to create. DataHub has no such input.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'The last part of the URN.', validate: { schema: userId } }),
    displayName: t.string({ ...text, description: 'The display name, 1 to 255 characters.' }),
    fullName: t.string({ ...text, description: 'The full name, 1 to 255 characters.' }),
    title: t.string({ ...text, description: 'The job title, 1 to 255 characters.' }),
    email: t.string({ ...text, description: 'The email address, 1 to 255 characters.' }),
  }),
});

builder.mutationField('createUser', (t) =>
  t.string({
    description: 'Creates a user without rights, and returns the URN. DataHub has no such operation.',
    args: { input: t.arg(required('The user to create.', CreateUserInput)) },
    resolve: (_, { input }, { services, actor }) => services.users.createUser(actor, input),
  }),
);
