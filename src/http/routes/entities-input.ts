import { z } from 'zod';
import { boundedArray } from '../../input/bounded-input.js';
import { valuesMax } from '../../json/values.js';

const entity = z.object({ value: z.unknown().optional() });

export const ingestInput = z.object({ entity, systemMetadata: z.unknown().optional() });

export const batchIngestInput = z
  .object({
    entities: boundedArray(entity, valuesMax, { min: 1 }),
    systemMetadata: boundedArray(z.unknown(), valuesMax).nullish(),
  })
  .refine(({ entities, systemMetadata }) => (systemMetadata ?? entities).length === entities.length, {
    path: ['systemMetadata'],
    error: 'must have one entry for each of the entities',
  });

export const listUrnsInput = z.looseObject({
  entity: z.string(),
  start: z.int().optional(),
  count: z.int().optional(),
});

export const entityQuery = z.looseObject({ aspects: z.string().optional() });
