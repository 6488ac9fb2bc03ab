import { z } from 'zod';
import { badRequest } from '../../../core/errors.js';
import { aspectNameSpelling } from '../../../datahub/aspects/models.js';
import { boundedArray } from '../../../input/bounded-input.js';
import { parseQuery } from '../../parse-input.js';

/** A parameter that is true or false. */
export const flag = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['true', 'false'], { error: 'must be true or false' }))
  .transform((text) => text === 'true');
/** Parameters of one name, or names in a body. */
export const parametersMax = 1_000;
/** A parameter that can be repeated. */
export const names = z.union([
  z.string().transform((text) => [text]),
  boundedArray(z.string(), parametersMax),
]);

/** The same as one list, whose names can also be separated by commas. */
export const splitNames = names.transform((given) =>
  given.flatMap((list) => list.split(',')).filter(Boolean),
);

/** Names of aspects, of which DataHub reads those that it knows in any case. */
export const spellNames = (given: readonly string[]): string[] => given.map(aspectNameSpelling);

export const readQuery = z.looseObject({
  aspects: names.optional(),
  aspectNames: names.optional(),
  systemMetadata: flag.default(false),
});

export const writeQuery = z.looseObject({
  async: flag.default(true),
  systemMetadata: flag.default(false),
  createIfNotExists: flag.default(false),
  createIfEntityNotExists: flag.default(false),
});

/** The defaults are DataHub's, and differ from those of several entities. */
export const aspectWriteQuery = writeQuery.extend({
  async: flag.default(false),
  createIfNotExists: flag.default(true),
});

/** Strict, because a parameter that is not read would delete the whole entity. */
export const deleteQuery = z.strictObject({
  aspects: names.optional(),
  aspectNames: names.optional(),
  clear: flag.default(false),
  async: flag.optional(),
  systemMetadata: flag.optional(),
});

/** Both `?aspects=a,b` and `?aspects=a&aspects=b` are known. @returns null for all aspects */
const split = (given: readonly string[] | undefined): string[] | null =>
  given === undefined ? null : given.flatMap((list) => list.split(',')).filter(Boolean);

/** Returns the names of a parameter; null for none. */
export function listNames(given: readonly string[] | undefined): string[] | null {
  const found = split(given);
  return found?.length === 0 ? null : found;
}

export function parseReadQuery(query: unknown) {
  const { aspects, aspectNames, systemMetadata } = parseQuery(readQuery, query);
  const names = listNames(aspects ?? aspectNames);
  return { names: names && spellNames(names), systemMetadata };
}

export type WriteFlags = z.output<typeof writeQuery>;

export const parseWriteQuery = (query: unknown, schema: typeof writeQuery = writeQuery): WriteFlags =>
  parseQuery(schema, query);

export const toChangeType = ({ createIfEntityNotExists, createIfNotExists }: WriteFlags) =>
  createIfEntityNotExists ? 'CREATE_ENTITY' : createIfNotExists ? 'CREATE' : 'UPSERT';

/**
 * @param atPath the aspect that the path names; null: none
 * @returns the aspects to delete; null for the whole entity
 * @throws BAD_REQUEST for `clear`
 */
export function parseDeleteQuery(query: unknown, atPath: string | null): readonly string[] | null {
  const { aspects, aspectNames, clear } = parseQuery(deleteQuery, query);
  if (clear)
    throw badRequest('clear=true is not supported: name the aspects to delete, by aspects=<name>,<name>…');
  const found = split(aspects ?? aspectNames);
  if (atPath !== null) {
    if (found) throw badRequest(`the path names the aspect ${atPath}: leave out the parameter aspects`);
    return [atPath];
  }
  // An empty list must not become a deletion of the whole entity.
  if (found?.length === 0) throw badRequest('aspects is empty; expected aspects=<name>,<name>…');
  return found && spellNames(found);
}
