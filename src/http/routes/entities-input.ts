import { z } from 'zod';

/** DataHub's clients give `aspectName` to delete the events of one aspect. Never take that for the whole entity. */
export const deleteInput = z.looseObject({
  urn: z.string(),
  aspectName: z.undefined('only whole entities are deleted here, without aspectName').optional(),
});

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
