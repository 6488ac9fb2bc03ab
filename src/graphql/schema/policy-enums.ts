import { conditions } from '../../policies/evaluation/resource-filter.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';

export const PolicyType = builder.enumType('PolicyType', {
  description: 'Whether a policy covers entities or the service.',
  values: {
    METADATA: { description: 'Entities.' },
    PLATFORM: { description: 'The service.' },
  } as const,
});

export const PolicyState = builder.enumType('PolicyState', {
  description: 'Whether a policy is active.',
  values: {
    ACTIVE: { description: 'The policy grants its privileges.' },
    INACTIVE: { description: 'The policy is inactive and grants nothing.' },
    DRAFT: { description: 'The policy is a draft and grants nothing.' },
  } as const,
});

export const PolicyMatchCondition = builder.enumType('PolicyMatchCondition', {
  description: 'How a criterion compares a field with its values. NOT_EQUALS is stored and not evaluated.',
  values: enumValues(conditions, {
    EQUALS: 'The field equals one of the values.',
    STARTS_WITH: 'The field begins with one of the values.',
    NOT_EQUALS: 'Stored and not evaluated: a policy with this condition covers no entity.',
  }),
});
