import { conditions } from '../../search/request.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';

const FilterOperator = builder.enumType('FilterOperator', {
  description: 'How a filter compares a field with its values.',
  values: enumValues(conditions, {
    EQUAL: 'The field equals one of the values.',
    IEQUAL: 'The field equals one of the values in any case. Of searches only.',
    IN: 'The same as EQUAL.',
    CONTAIN: 'The field contains one of the values.',
    START_WITH: 'The field starts with one of the values.',
    END_WITH: 'The field ends with one of the values. Of searches only.',
    EXISTS: 'The field is not null. The filter has no value.',
    GREATER_THAN: 'The field is greater than the one value.',
    GREATER_THAN_OR_EQUAL_TO: 'The field is the one value or greater.',
    LESS_THAN: 'The field is less than the one value.',
    LESS_THAN_OR_EQUAL_TO: 'The field is the one value or less.',
    DESCENDANTS_INCL: 'The field is one of the values, or below one of them. Of searches only.',
    ANCESTORS_INCL: 'The field is one of the values, or above one of them. Of searches only.',
    RELATED_INCL: 'The field is one of the values, or above or below one of them. Of searches only.',
  }),
});

export const FacetFilterInput = builder.inputType('FacetFilterInput', {
  description: 'A condition on one field.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description:
        'Of tokens: id, name, description, actorUrn, ownerUrn, createdAt or expiresAt. Of policies: state or type. ' +
        'Of searches: tags, platform, owners, container … (docs/search.md).',
    }),
    value: t.string({ description: 'The same as `values` with this one value.' }),
    values: t.stringList({
      description: 'One of them has to match. Times are milliseconds since the epoch.',
    }),
    condition: t.field({ type: FilterOperator, description: 'Default: EQUAL.' }),
    negated: t.boolean({ description: 'Whether to list what does not match.' }),
  }),
});

export const AndFilterInput = builder.inputType('AndFilterInput', {
  description: 'Conditions that must all match.',
  fields: (t) => ({
    and: t.field({
      type: [FacetFilterInput],
      description: 'The conditions. Those of policies are on state and type, which equal one of the values.',
    }),
  }),
});
