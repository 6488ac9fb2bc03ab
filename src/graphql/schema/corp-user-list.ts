import type { PeoplePage } from '../../users/views.js';
import { builder } from './builder.js';
import { CorpUser } from './corp-user.js';
import { listInput, toItems } from './people-list.js';

const ListUsersInput = listInput('ListUsersInput', 'users');

const ListUsersResult = builder.objectRef<PeoplePage>('ListUsersResult').implement({
  description: 'A page of users, ordered by URN.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'The number of skipped users.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'The number of matching users.' }),
    users: t.field({ type: [CorpUser], nullable: false, description: 'The page.', resolve: toItems }),
  }),
});

builder.queryField('listUsers', (t) =>
  t.field({
    type: ListUsersResult,
    description: 'Lists active and suspended users. Service accounts have their own list.',
    args: { input: t.arg({ type: ListUsersInput, required: true, description: 'The users to list.' }) },
    resolve: (_, { input }, { services, actor }) => services.users.listUsers(actor, input),
  }),
);
