import { z } from 'zod';
import { boundedArray } from '../../../input/bounded-input.js';
import { maxRules } from '../../../search/query-limits.js';
import { allOf } from '../entity-search.js';

/** A filter. The elements of `and` are alternatives: the name is DataHub's. */
export const filterBody = z.strictObject({
  and: boundedArray(z.strictObject({ criteria: allOf }), maxRules),
});
