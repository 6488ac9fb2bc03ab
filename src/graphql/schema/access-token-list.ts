import type { TokenPage } from '../../access-tokens/list.js';
import { defaultPageSize } from '../../core/pagination.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';

const FilterOperator = builder.enumType('FilterOperator', {
  description: 'How a filter compares.',
  values: {
    EQUAL: { description: 'Is one of the values.' },
    IN: { description: 'As EQUAL.' },
    CONTAIN: { description: 'Contains one of the values.' },
    START_WITH: { description: 'Starts with one of the values.' },
    EXISTS: { description: 'Is not null; takes no value.' },
    GREATER_THAN: { description: 'Is greater than the one value.' },
    GREATER_THAN_OR_EQUAL_TO: { description: 'Is the one value or greater.' },
    LESS_THAN: { description: 'Is less than the one value.' },
    LESS_THAN_OR_EQUAL_TO: { description: 'Is the one value or less.' },
  } as const,
});

const FacetFilterInput = builder.inputType('FacetFilterInput', {
  description: 'A condition on one field.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description: 'id, name, description, actorUrn, ownerUrn, createdAt or expiresAt.',
    }),
    value: t.string({ description: 'The same as `values` with this one value.' }),
    values: t.stringList({ description: 'Values, any of which may match. Times are milliseconds as text.' }),
    condition: t.field({ type: FilterOperator, description: 'EQUAL when absent.' }),
    negated: t.boolean({ description: 'Whether to keep what does not match.' }),
  }),
});

const ListAccessTokenInput = builder.inputType('ListAccessTokenInput', {
  description: 'Which access tokens to list.',
  fields: (t) => ({
    start: t.int({ defaultValue: 0, description: 'How many to skip.' }),
    count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    filters: t.field({
      type: [FacetFilterInput],
      description:
        'All must hold. One on actorUrn or ownerUrn with the own URN, or Manage All Access Tokens.',
    }),
  }),
});

const ListAccessTokenResult = builder.objectRef<TokenPage>('ListAccessTokenResult').implement({
  description: 'A page of access tokens, the newest first.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The page size asked for.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many match in all.' }),
    tokens: t.expose('tokens', { type: [AccessTokenMetadata], nullable: false, description: 'The page.' }),
  }),
});

builder.queryField('listAccessTokens', (t) =>
  t.field({
    type: ListAccessTokenResult,
    nullable: false,
    description: 'Lists live access tokens, by creation time, the newest first.',
    args: { input: t.arg({ type: ListAccessTokenInput, required: true, description: 'Which ones.' }) },
    resolve: async (_, { input }, { services, caller }) => services.tokens.list(await caller, input),
  }),
);
