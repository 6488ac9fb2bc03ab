import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { isObject } from '../json/lossless-json.js';

/** Returns the names of the headers that set conditions, such as `If-Version-Match`. */
export const conditionsIn = (headers: unknown): string[] =>
  isObject(headers) ? Object.keys(headers).filter((name) => /^if-/i.test(name)) : [];

/** Whether `If-None-Match: *` is set, and no other condition. */
export function isIfAbsent(headers: unknown): boolean {
  const [name, ...others] = conditionsIn(headers);
  return name?.toLowerCase() === 'if-none-match' && Object(headers)[name] === '*' && others.length === 0;
}

/**
 * Returns whether what already exists is left as it is, without an error: `If-None-Match: *` of a creation. DataHub's
 * ingestion sources create defaults in this way, which people may have changed since.
 *
 * @throws BAD_REQUEST for every other condition, which would be ignored
 */
export function skipsExisting(headers: unknown, changeType: string): boolean {
  const [name] = conditionsIn(headers);
  if (name === undefined) return false;
  const isCreation = changeType === 'CREATE' || changeType === 'CREATE_ENTITY';
  if (isCreation && isIfAbsent(headers)) return true;
  throw badRequest(
    `the header ${quoted(name)} is not supported; only If-None-Match: * is supported, with the changeType CREATE or CREATE_ENTITY`,
  );
}
