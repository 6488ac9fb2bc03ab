import { z } from 'zod';
import type { Aspect } from '../aspects/aspect.js';
import { quoted } from '../core/urn.js';
import { entityTypes } from '../datahub/aspects/models.js';
import { boundedArray } from '../input/bounded-input.js';

const typeUrns: ReadonlySet<string> = new Set(entityTypes.map((type) => `urn:li:entityType:datahub.${type}`));

/** More than there are. */
const maxTypes = 1_000;
const typeUrn = z.string().refine((urn) => typeUrns.has(urn), {
  error: ({ input }) =>
    `${quoted(String(input))} is not an entity type of DataHub; expected a URN such as urn:li:entityType:datahub.dataset`,
});

/**
 * What a structured property is. One with another entity type ends every `datahub properties list` with an error, which
 * shows no property to anybody.
 */
export const propertyDefinition: Aspect = {
  name: 'propertyDefinition',
  entityTypes: null,
  model: z.looseObject({
    entityTypes: boundedArray(typeUrn, maxTypes).nullish(),
    typeQualifier: z.looseObject({ allowedTypes: boundedArray(typeUrn, maxTypes).nullish() }).nullish(),
  }),
};
