import type { PeoplePage } from '../../users/views.js';
import { builder } from './builder.js';
import { CorpGroup } from './corp-group.js';
import { listInput, toItems } from './people-list.js';

const ListGroupsInput = listInput('ListGroupsInput', 'groups');

const ListGroupsResult = builder.objectRef<PeoplePage>('ListGroupsResult').implement({
  description: 'A page of groups, ordered by URN.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'The number of skipped groups.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'The number of matching groups.' }),
    groups: t.field({ type: [CorpGroup], nullable: false, description: 'The page.', resolve: toItems }),
  }),
});

builder.queryField('listGroups', (t) =>
  t.field({
    type: ListGroupsResult,
    description: 'Lists the groups.',
    args: { input: t.arg({ type: ListGroupsInput, required: true, description: 'The groups to list.' }) },
    resolve: (_, { input }, { services, actor }) => services.users.listGroups(actor, input),
  }),
);
