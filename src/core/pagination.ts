import { badRequest } from './errors.js';

export interface Page {
  readonly start: number;
  readonly count: number;
}

/** The size of a page that was not asked for; where fewer are allowed, that many. */
export const defaultPageSize = 20;

/** The page asked for; without numbers the first one. Throws `BAD_REQUEST`. */
export function checkPage(
  start: number | null | undefined,
  count: number | null | undefined,
  max = 1_000,
): Page {
  const page = { start: start ?? 0, count: count ?? Math.min(defaultPageSize, max) };
  if (!Number.isSafeInteger(page.start) || page.start < 0)
    throw badRequest(`start is ${page.start}; expected an integer of 0 or more`);
  if (!Number.isSafeInteger(page.count) || page.count < 0 || page.count > max)
    throw badRequest(`count is ${page.count}; expected an integer from 0 to ${max}`);
  return page;
}

/** Which columns are asked for; a null count is all from there on. */
export interface ColumnPage {
  readonly start: number;
  readonly count: number | null;
}

const maxColumns = 100_000;

/** The columns asked for; without numbers all of them. @throws BAD_REQUEST */
export function checkColumnPage(
  start: number | null | undefined,
  count: number | null | undefined,
): ColumnPage {
  const page = { start: start ?? 0, count: count ?? null };
  if (!Number.isSafeInteger(page.start) || page.start < 0)
    throw badRequest(`start is ${page.start}; expected an integer of 0 or more`);
  if (
    page.count !== null &&
    !(Number.isSafeInteger(page.count) && page.count >= 0 && page.count <= maxColumns)
  )
    throw badRequest(`count is ${page.count}; expected an integer from 0 to ${maxColumns}, or none for all`);
  return page;
}
