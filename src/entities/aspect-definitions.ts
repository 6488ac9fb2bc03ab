import { z } from 'zod';
import { type Aspect, text } from '../aspects/aspect.js';

export const datasetProperties: Aspect = {
  name: 'datasetProperties',
  entityTypes: ['dataset'],
  model: z.looseObject({ name: text, description: text }),
};

export const status: Aspect = {
  name: 'status',
  entityTypes: null,
  model: z.looseObject({ removed: z.boolean().optional() }),
};
