import type { TokenPage } from '../../access-tokens/list.js';
import { defaultPageSize } from '../../core/pagination.js';
import { AccessTokenMetadata } from './access-token.js';
import { builder } from './builder.js';

const FilterOperator = builder.enumType('FilterOperator', {
  description: 'How a filter compares a field with its values.',
  values: {
    EQUAL: { description: 'The field equals one of the values.' },
    IN: { description: 'The same as EQUAL.' },
    CONTAIN: { description: 'The field contains one of the values.' },
    START_WITH: { description: 'The field starts with one of the values.' },
    EXISTS: { description: 'The field is not null. The filter has no value.' },
    GREATER_THAN: { description: 'The field is greater than the one value.' },
    GREATER_THAN_OR_EQUAL_TO: { description: 'The field is the one value or greater.' },
    LESS_THAN: { description: 'The field is less than the one value.' },
    LESS_THAN_OR_EQUAL_TO: { description: 'The field is the one value or less.' },
  } as const,
});

export const FacetFilterInput = builder.inputType('FacetFilterInput', {
  description: 'A condition on one field.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description:
        'Of tokens: id, name, description, actorUrn, ownerUrn, createdAt or expiresAt. Of policies: state or type.',
    }),
    value: t.string({ description: 'The same as `values` with this one value.' }),
    values: t.stringList({
      description: 'One of them has to match. Times are milliseconds since the epoch.',
    }),
    condition: t.field({ type: FilterOperator, description: 'Default: EQUAL.' }),
    negated: t.boolean({ description: 'Whether to list what does not match.' }),
  }),
});

const ListAccessTokenInput = builder.inputType('ListAccessTokenInput', {
  description: 'Which access tokens to list.',
  fields: (t) => ({
    start: t.int({ defaultValue: 0, description: 'How many tokens to skip.' }),
    count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    filters: t.field({
      type: [FacetFilterInput],
      description:
        "All of them must match. Without Manage All Access Tokens, one must be actorUrn or ownerUrn with the caller's URN.",
    }),
  }),
});

const ListAccessTokenResult = builder.objectRef<TokenPage>('ListAccessTokenResult').implement({
  description: 'A page of access tokens, the newest first.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many tokens were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many tokens match.' }),
    tokens: t.expose('tokens', { type: [AccessTokenMetadata], nullable: false, description: 'The page.' }),
  }),
});

builder.queryField('listAccessTokens', (t) =>
  t.field({
    type: ListAccessTokenResult,
    nullable: false,
    description: 'Lists access tokens that are not revoked, the newest first. Expired ones are included.',
    args: {
      input: t.arg({ type: ListAccessTokenInput, required: true, description: 'Which access tokens.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.tokens.list(actor, input),
  }),
);
