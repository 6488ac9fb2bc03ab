import { conditions } from '../../search/request.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';

const FilterOperator = builder.enumType('FilterOperator', {
  description: 'How a filter compares a field with its values.',
  values: enumValues(conditions, {
    EQUAL: 'The field equals one of the values.',
    IEQUAL: 'The field equals one of the values, ignoring case. Searches only.',
    IN: 'Same as EQUAL.',
    CONTAIN: 'The field contains one of the values as a part.',
    START_WITH: 'The field starts with one of the values.',
    END_WITH: 'The field ends with one of the values. Searches only.',
    EXISTS: 'The field has a value. The filter itself takes none.',
    GREATER_THAN: 'The field is greater than the value.',
    GREATER_THAN_OR_EQUAL_TO: 'The field is greater than or equal to the value.',
    LESS_THAN: 'The field is less than the value.',
    LESS_THAN_OR_EQUAL_TO: 'The field is less than or equal to the value.',
    DESCENDANTS_INCL: 'The field is one of the values or a descendant of one. Searches only.',
    ANCESTORS_INCL: 'The field is one of the values or an ancestor of one. Searches only.',
    RELATED_INCL:
      'The field is one of the values, an ancestor of one, or a descendant of one. Searches only.',
  }),
});

export const FacetFilterInput = builder.inputType('FacetFilterInput', {
  description: 'A condition on one field.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description:
        'For tokens: id, name, description, actorUrn, ownerUrn, createdAt, expiresAt or lastUsedAt. For ' +
        'policies: urn, name, description, type, state, editable, privileges, users, groups, allUsers or allGroups. For searches: tags, platform, owners, container … ' +
        '(docs/search.md).',
    }),
    value: t.string({ description: 'Same as `values` with one value.' }),
    values: t.stringList({
      description: 'The values, of which one must match. Times are milliseconds since the epoch.',
    }),
    condition: t.field({ type: FilterOperator, description: 'Default: EQUAL.' }),
    negated: t.boolean({ description: 'Whether to select what does not match.' }),
  }),
});

export const AndFilterInput = builder.inputType('AndFilterInput', {
  description: 'Conditions that must all match.',
  fields: (t) => ({
    and: t.field({
      type: [FacetFilterInput],
      description: 'The conditions. For policies: with EQUAL or IN.',
    }),
  }),
});
