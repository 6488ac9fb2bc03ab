import { conditions } from '../../policies/evaluation/resource-filter.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';

export const PolicyType = builder.enumType('PolicyType', {
  description: 'What the privileges of a policy are over.',
  values: {
    METADATA: { description: 'Entities.' },
    PLATFORM: { description: 'The service.' },
  } as const,
});

export const PolicyState = builder.enumType('PolicyState', {
  description: 'Whether a policy grants its privileges.',
  values: {
    ACTIVE: { description: 'It does.' },
    INACTIVE: { description: 'It grants nothing.' },
    DRAFT: { description: 'It grants nothing yet.' },
  } as const,
});

export const PolicyMatchCondition = builder.enumType('PolicyMatchCondition', {
  description: 'How a criterion compares a field with its values. NOT_EQUALS is kept and not evaluated.',
  values: enumValues(conditions, {
    EQUALS: 'The field equals one of the values.',
    STARTS_WITH: 'The field begins with one of the values.',
    NOT_EQUALS: 'It is kept, and a policy with it covers no entity.',
  }),
});
