import { defaultPageSize } from '../../core/pagination.js';
import type { ListedPolicies } from '../../policies/list.js';
import type { PolicyInfo } from '../../policies/model.js';
import { searchText } from '../../users/input.js';
import { builder } from './builder.js';
import { AndFilterInput } from './facet-filter.js';
import { Policy } from './policy.js';

const ListPoliciesInput = builder.inputType('ListPoliciesInput', {
  description: 'The policies to list.',
  fields: (t) => ({
    start: t.int({ description: 'The number of policies to skip. Default: 0.' }),
    count: t.int({ description: `The size of the page. Default: ${defaultPageSize}.` }),
    query: t.string({
      description: 'A part of the name or of the description, ignoring case.',
      validate: { schema: searchText },
    }),
    orFilters: t.field({
      type: [AndFilterInput],
      description: 'At least one filter must match. Without filters, all policies match.',
    }),
  }),
});

const ListPoliciesResult = builder.objectRef<ListedPolicies>('ListPoliciesResult').implement({
  description: 'A page of policies, ordered by name.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'The number of skipped policies.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'The number of matching policies.' }),
    policies: t.field({
      type: [Policy],
      nullable: false,
      description: 'The page.',
      resolve: ({ policies }, _, { answer }, info) =>
        answer.addList(
          policies.map(({ urn, value }) => ({ urn, policy: value as PolicyInfo })),
          ({ policy }) => measureSize(policy),
          info,
        ),
    }),
  }),
});

/** About how many characters a policy takes. */
const measureSize = ({ displayName, description, privileges, actors, resources }: PolicyInfo) => {
  const lists = [privileges, actors.users, actors.groups, actors.roles, resources?.resources];
  for (const { values } of resources?.filter?.criteria ?? []) lists.push(values);
  return [[displayName, description ?? ''], ...lists]
    .flatMap((list) => list ?? [])
    .reduce((sum, text) => sum + text.length + 3, 0);
};

builder.queryField('listPolicies', (t) =>
  t.field({
    type: ListPoliciesResult,
    description: 'Lists policies by name. Needs Manage Policies.',
    args: { input: t.arg({ type: ListPoliciesInput, required: true, description: 'The policies to list.' }) },
    resolve: (_, { input }, { services, actor }) => services.policies.list(actor, input),
  }),
);
