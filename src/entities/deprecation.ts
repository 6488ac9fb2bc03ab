import { z } from 'zod';
import type { Aspect } from '../aspects/aspect.js';
import { projection } from '../aspects/projection-store.js';

/**
 * Whether people should stop using an entity, and why. Views read its table; the record contains the aspect as it was
 * sent.
 */
export const deprecation: Aspect = {
  name: 'deprecation',
  entityTypes: null,
  model: z.looseObject({}),
  rows: {
    tables: projection('deprecations', { deprecated: 'boolean', note: 'text' }, ({ deprecated, note }) => ({
      deprecated: typeof deprecated === 'boolean' ? deprecated : null,
      note: typeof note === 'string' ? note : null,
    })),
  },
};
