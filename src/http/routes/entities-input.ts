import { z } from 'zod';

const entity = z.object({ value: z.unknown().optional() });

export const ingestInput = z.object({ entity, systemMetadata: z.unknown().optional() });

export const batchIngestInput = z
  .object({ entities: z.array(entity).min(1), systemMetadata: z.array(z.unknown()).nullish() })
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
