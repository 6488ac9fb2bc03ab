import { z } from 'zod';
import { pathViolation } from '../../columns/input.js';
import { badRequest } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';
import { boundedArray } from '../../input/bounded-input.js';
import { isObject, type Json } from '../../json/lossless-json.js';

/** Characters of a name or namespace. A URN has at most 512 bytes. */
const nameMax = 2_000;
/** Characters of another text: a description, a statement, a stack trace. */
const textMax = 1_000_000;

const bounded = (max: number) =>
  z.string().refine((text) => text.length <= max, {
    error: ({ input }) => `has ${String(input).length} characters; at most ${max} are allowed`,
    abort: true,
  });

export const text = bounded(textMax);
/** A name in a facet. An empty one names nothing, and is left out. */
export const facetName = bounded(nameMax);
export const name = facetName.refine((given) => given !== '', 'must not be empty');

/** Checks the path of a column before it is repeated. @throws BAD_REQUEST */
export function checkPath(path: string, at: string): void {
  const violation = pathViolation(path);
  if (violation) throw badRequest(`${at}: the path of a column ${violation}`);
}

/** A list that clients also write as null. */
export const list = <Element extends z.ZodType>(element: Element, max: number) =>
  boundedArray(element, max).nullish();

/** An object with names that the sender chooses, which clients also write as null. Its members are read one by one. */
export const members = (max: number) =>
  z
    .custom<Json>(isObject, 'must be an object')
    .refine((given) => Object.keys(given).length <= max, {
      error: ({ input }) => `has ${Object.keys(input as Json).length} members; at most ${max} are allowed`,
    })
    .nullish();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A run id, in lower case: the same UUID is the same run. */
export const runId = z
  .string()
  .refine((given) => uuid.test(given), {
    error: ({ input }) => `is ${quoted(String(input))}; expected a UUID`,
  })
  .transform((given) => given.toLowerCase());

/** Java's clients add the name of a zone in brackets. */
const dateTime =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)(?:\[[\w/+-]{1,50}\])?$/i;

/** Returns milliseconds since the epoch; null for a text that is not a time with an offset. */
function readTime(given: string): number | null {
  const [, date = '', clock = '', fraction = '', offset = ''] = dateTime.exec(given) ?? [];
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z';
  const time = Date.parse(`${date}T${clock}${fraction && `.${fraction.slice(0, 3)}`}${zone}`);
  // JavaScript reads February 30 as March 1.
  const isDay = date !== '' && new Date(Date.parse(`${date}T00:00Z`) || 0).toISOString().startsWith(date);
  return isDay && Number.isFinite(time) ? time : null;
}

const expectedTime = 'a date and time with an offset, such as 2026-01-31T12:00:00.000Z';

/** A date and time of ISO 8601 as milliseconds since the epoch. */
export const time = z
  .string()
  .refine((given) => readTime(given) !== null, {
    error: ({ input }) => `is ${quoted(String(input))}; expected ${expectedTime}`,
  })
  .transform((given) => readTime(given)!);
