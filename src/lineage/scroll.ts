import { badRequest } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import type { Slice } from './slice-sql.js';

/** What all scrolls of edges are asked with. */
export interface Scroll {
  /** Default: 10. */
  readonly count?: number | undefined;
  readonly scrollId?: string | undefined;
  /** Whether edges are included whose ends, or the entity that has them, are soft-deleted. */
  readonly includeSoftDeleted: boolean;
  readonly slice: Slice | null;
}

/** Results of one page, which can be fewer than requested although there are more. */
export interface ScrollPage<Result> {
  readonly results: readonly Result[];
  /** Null on the last page. */
  readonly scrollId: string | null;
  /** Whether results can be missing on all pages, because edges are not stored yet. */
  readonly isPartial: boolean;
}

const defaultCount = 10;
export const maxSlices = 1_000;

/** @throws BAD_REQUEST */
export function checkScroll({ count, slice }: Scroll, max: number): { readonly count: number } {
  const size = checkPage(0, count ?? Math.min(defaultCount, max), max).count;
  if (size === 0) throw badRequest(`count is 0; expected an integer from 1 to ${max}`);
  if (slice !== null && !isSlice(slice))
    throw badRequest(
      `sliceId is ${slice.id} and sliceMax is ${slice.max}; expected sliceMax from 1 to ${maxSlices}, and sliceId from 0 ` +
        'to less than sliceMax',
    );
  return { count: size };
}

const isSlice = ({ id, max }: Slice) =>
  Number.isSafeInteger(id) &&
  Number.isSafeInteger(max) &&
  max >= 1 &&
  max <= maxSlices &&
  id >= 0 &&
  id < max;

/** What a read comes to, in order. */
export interface Step<Result, Position> {
  readonly position: Position;
  /** Null where a statement has ended. */
  readonly result: Result | null;
}

/** Statements for one page: edges that are all left out must not make a page slow. */
const maxStatements = 24;

/** Returns as many results as a page has, and the position of the last one; null: there are no more. */
export async function collect<Result, Position>(
  steps: AsyncIterable<Step<Result, Position>>,
  count: number,
): Promise<{ readonly results: Result[]; readonly end: Position | null }> {
  const results: Result[] = [];
  let statements = 0;
  let end: Position | null = null;
  for await (const { position, result } of steps) {
    if (result === null) {
      statements += 1;
      if (statements === maxStatements) return { results, end: results.length === count ? end : position };
    } else {
      if (results.length === count) return { results, end };
      results.push(result);
      end = position;
    }
  }
  return { results, end: null };
}
