import { z } from 'zod';
import { type Aspect, parsedBy, text } from '../aspects/aspect.js';
import { parseContainerUrn } from '../core/urn.js';

/** The container of an entity. Search and references have a copy; the record contains the aspect. */
export const container = {
  name: 'container',
  entityTypes: null,
  model: z.looseObject({ container: parsedBy((urn) => parseContainerUrn(urn)) }),
} as const satisfies Aspect;

export const containerProperties: Aspect = {
  name: 'containerProperties',
  entityTypes: ['container'],
  model: z.looseObject({ name: z.string(), description: text }),
};
