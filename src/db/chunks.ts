import { yieldToEventLoop } from '../scheduling/steps.js';

/** Bounds of one statement, so that sending and running it does not delay other requests. */
const maxRows = 5_000;
const maxCharacters = 1_000_000;

/**
 * Calls `write` with chunks of the rows, one after the other.
 *
 * @param measureSize returns the approximate number of characters of a row
 */
export async function inChunks<Row>(
  rows: readonly Row[],
  measureSize: (row: Row) => number,
  write: (chunk: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    let to = from;
    for (let size = 0; to < rows.length && to - from < maxRows; to += 1) {
      size += measureSize(rows[to]!);
      if (to > from && size > maxCharacters) break;
    }
    await write(from === 0 && to === rows.length ? rows : rows.slice(from, to));
    if (to < rows.length) await yieldToEventLoop();
    from = to;
  }
}

/** Returns the number of characters of all texts together. */
export const sumLengths = (...texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
