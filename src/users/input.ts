import { z } from 'zod';
import { CatalogError } from '../core/errors.js';
import { isReservedUser, reservedRule } from '../core/reserved-users.js';
import { descriptionRule, isDescription, isName, nameRule } from '../core/text.js';
import { groupUrn, isServiceAccount, userUrn } from '../core/urn.js';

// Transports parse their input with these schemas. Use cases do not check the rules again.

export const personText = z.string().refine(isName, nameRule);
/** A text of a profile. */
export const profileText = z.string().refine((text) => text === '' || isName(text), `${nameRule}, or empty`);
export const groupName = z.string().refine(isName, nameRule);
export const peopleDescription = z.string().refine(isDescription, descriptionRule);

/** The id of a new user or group: the last part of its URN. */
const idSchema = (toUrn: (id: string) => string, example: string) =>
  z.string().superRefine((id, { addIssue }) => {
    if (id.startsWith('urn:li:'))
      return addIssue(`expected only the last part of the URN, such as ${example}`);
    try {
      const urn = toUrn(id);
      if (isReservedUser(urn)) addIssue(reservedRule);
      if (isServiceAccount(urn)) addIssue('is the id of a service account; use createServiceAccount');
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      addIssue(error.message);
    }
  });

export const userId = idSchema(userUrn, 'ann');
export const groupId = idSchema(groupUrn, 'stewards');

/** The text that a list is searched for. */
export const searchText = z
  .string()
  .max(255, 'expected at most 255 characters')
  .refine(isDescription, descriptionRule);
