import { defaultPageSize } from '../../core/pagination.js';
import type { ListedPolicies } from '../../policies/manage.js';
import type { PolicyInfo } from '../../policies/model.js';
import { searchText } from '../../users/input.js';
import { builder } from './builder.js';
import { AndFilterInput } from './facet-filter.js';
import { nonNull, pageFields, required } from './kit.js';
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
    ...pageFields(t, 'policies'),
    policies: t.field({
      ...nonNull('The page.', [Policy]),
      resolve: ({ policies }, _, { answer }, info) =>
        answer.addList(
          policies.map(({ urn, value }) => ({ urn, policy: value as PolicyInfo })),
          info,
        ),
    }),
  }),
});

builder.queryField('listPolicies', (t) =>
  t.field({
    type: ListPoliciesResult,
    description: 'Lists policies by name. Needs Manage Policies.',
    args: { input: t.arg(required('The policies to list.', ListPoliciesInput)) },
    resolve: (_, { input }, { services, actor }) => services.policies.list(actor, input),
  }),
);
