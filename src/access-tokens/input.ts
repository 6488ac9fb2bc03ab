import { z } from 'zod';
import { descriptionRule, isDescription, isName, nameRule } from '../core/text.js';

// Transports parse their input with these schemas. Use cases do not check the rules again.

export const tokenName = z.string().refine(isName, nameRule);

export const tokenDescription = z.string().refine(isDescription, descriptionRule);

/** The text that the list of tokens is searched for. */
export const tokenQuery = tokenDescription.max(255, 'expected at most 255 characters');

/** The texts of a request for a token. */
export const tokenTexts = z.object({ name: tokenName, description: tokenDescription.nullish() });

const day = 86_400;
const overlapRule = `expected an integer from 0 to ${day}`;

/** Seconds for which a rotated token still works. */
export const overlapSeconds = z.int(overlapRule).min(0, overlapRule).max(day, overlapRule);
