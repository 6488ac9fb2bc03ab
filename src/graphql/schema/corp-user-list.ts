import type { PeoplePage } from '../../users/views.js';
import { builder } from './builder.js';
import { CorpUser } from './corp-user.js';
import { itemsOf, listInput } from './people-list.js';

const ListUsersInput = listInput('ListUsersInput', 'users');

const ListUsersResult = builder.objectRef<PeoplePage>('ListUsersResult').implement({
  description: 'A page of users, in the order of their URNs.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many users were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many users match.' }),
    users: t.field({ type: [CorpUser], nullable: false, description: 'The page.', resolve: itemsOf }),
  }),
});

builder.queryField('listUsers', (t) =>
  t.field({
    type: ListUsersResult,
    description: 'Lists the people who may call or are suspended. Service accounts have a list of their own.',
    args: { input: t.arg({ type: ListUsersInput, required: true, description: 'Which users.' }) },
    resolve: (_, { input }, { services, actor }) => services.users.listUsers(actor, input),
  }),
);
