import { badRequest } from './errors.js';

export interface Page {
  readonly start: number;
  readonly count: number;
}

/** Maximum number of rows before a page if the database also reads these rows. */
export const maxRowsBefore = 100_000;

/** The default page size, or the largest allowed size if that is smaller. */
export const defaultPageSize = 20;

/**
 * Returns the requested page. The default is the first page.
 *
 * @throws BAD_REQUEST when a number is out of bounds
 */
export function checkPage(
  start: number | null | undefined,
  count: number | null | undefined,
  max = 1_000,
  maxStart = Number.MAX_SAFE_INTEGER,
): Page {
  const given = count ?? defaultPageSize;
  // GraphQL fills in the default, so a request for that size cannot be distinguished from a request without a size.
  const size = given === defaultPageSize ? Math.min(given, max) : given;
  if (!isCount(size, max)) throw badRequest(`count is ${size}; expected an integer from 0 to ${max}`);
  return { start: checkStart(start, maxStart), count: size };
}

/** A page of a dataset's columns. Null as count: all columns from `start` on. */
export interface ColumnPage {
  readonly start: number;
  readonly count: number | null;
}

const maxColumns = 100_000;

/**
 * Returns the requested columns. The default is all columns.
 *
 * @throws BAD_REQUEST when a number is out of bounds
 */
export function checkColumnPage(
  start: number | null | undefined,
  count: number | null | undefined,
): ColumnPage {
  const size = count ?? null;
  if (size !== null && !isCount(size, maxColumns))
    throw badRequest(`count is ${size}; expected an integer from 0 to ${maxColumns}, or none for all`);
  return { start: checkStart(start), count: size };
}

const isCount = (count: number, max: number) => Number.isSafeInteger(count) && count >= 0 && count <= max;

function checkStart(given: number | null | undefined, max = Number.MAX_SAFE_INTEGER): number {
  const start = given ?? 0;
  if (!Number.isSafeInteger(start) || start < 0)
    throw badRequest(`start is ${start}; expected an integer of 0 or more`);
  if (start > max) throw badRequest(`start is ${start}; at most ${max} is allowed`);
  return start;
}
