import { z } from 'zod';
import { descriptionRule, invalidTextReason, isDescription, isName, nameRule } from '../core/text.js';

// Transports parse their input with these schemas. Use cases do not check the rules again.

/** As many characters the history keeps of an address (`maxModifierLength`). */
const urlMax = 1_024;
const labelMax = 500;

/** Schemes that run code in the browser of whoever follows a link. */
const scripts: readonly string[] = ['javascript:', 'data:', 'vbscript:'];

export const linkUrl = z
  .string()
  .max(urlMax, `expected at most ${urlMax} characters`)
  .refine(
    (text) =>
      URL.canParse(text) && !scripts.includes(new URL(text).protocol) && invalidTextReason(text) === null,
    'expected an address with a scheme, such as https://wiki.example.com/page, that runs no script',
  );

export const linkLabel = z
  .string()
  .min(1, 'expected a text')
  .max(labelMax, `expected at most ${labelMax} characters`)
  .refine((text) => invalidTextReason(text) === null, descriptionRule);

export const newName = z.string().refine(isName, nameRule);

export const newDescription = z.string().refine(isDescription, descriptionRule);

export const deprecationNote = z.string().refine(isDescription, descriptionRule);
