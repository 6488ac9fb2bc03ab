import { searchText } from '../../users/input.js';
import type { PeoplePage } from '../../users/views.js';
import { builder } from './builder.js';
import { CorpGroup } from './corp-group.js';
import { CorpUser } from './corp-user.js';
import { pageFields, pageInputs, required } from './kit.js';

/** The input of a list of users, groups or service accounts. */
export const listInput = (name: string, what: string) =>
  builder.inputType(name, {
    description: `The ${what} to list.`,
    fields: (t) => ({
      ...pageInputs(t, what),
      query: t.string({
        description: 'A part of the id or of a text, ignoring case; `*` for all.',
        validate: { schema: searchText },
      }),
    }),
  });

const toItems = ({ urns }: PeoplePage) => urns.map((urn) => ({ urn }));

const ListUsersResult = builder.objectRef<PeoplePage>('ListUsersResult').implement({
  description: 'A page of users, ordered by URN.',
  fields: (t) => ({
    ...pageFields(t, 'users'),
    users: t.field({ type: [CorpUser], nullable: false, description: 'The page.', resolve: toItems }),
  }),
});

builder.queryField('listUsers', (t) =>
  t.field({
    type: ListUsersResult,
    description: 'Lists active and suspended users. Service accounts have their own list.',
    args: { input: t.arg(required('The users to list.', listInput('ListUsersInput', 'users'))) },
    resolve: (_, { input }, { services, actor }) => services.users.listUsers(actor, input),
  }),
);

const ListGroupsResult = builder.objectRef<PeoplePage>('ListGroupsResult').implement({
  description: 'A page of groups, ordered by URN.',
  fields: (t) => ({
    ...pageFields(t, 'groups'),
    groups: t.field({ type: [CorpGroup], nullable: false, description: 'The page.', resolve: toItems }),
  }),
});

builder.queryField('listGroups', (t) =>
  t.field({
    type: ListGroupsResult,
    description: 'Lists the groups.',
    args: { input: t.arg(required('The groups to list.', listInput('ListGroupsInput', 'groups'))) },
    resolve: (_, { input }, { services, actor }) => services.users.listGroups(actor, input),
  }),
);
