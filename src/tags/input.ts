import { z } from 'zod';
import { CatalogError } from '../core/errors.js';
import { descriptionRule, isDescription, isName, nameRule } from '../core/text.js';
import { tagUrn } from '../core/urn.js';

// Transports parse their input with these schemas. Use cases do not check the rules again.

export const tagName = z.string().refine(isName, nameRule);

export const tagDescription = z.string().refine(isDescription, descriptionRule);

/** The text that the list of tags is searched for. */
export const tagQuery = tagDescription.max(255, 'expected at most 255 characters');

export const tagColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'expected #RRGGBB');

/** The id that a client wants for a new tag: the last part of a valid tag URN. */
export const tagId = z.string().superRefine((id, { addIssue }) => {
  if (id.startsWith('urn:li:')) return addIssue('expected only the last part of the URN, such as pii');
  try {
    tagUrn(id);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    addIssue(error.message);
  }
});
