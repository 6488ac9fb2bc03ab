import { z } from 'zod';
import { descriptionRule, isDescription } from '../core/text.js';

/** Transports parse their input with this schema. The use case does not check the rule again. */
export const entityDescription = z.string().refine(isDescription, descriptionRule);
