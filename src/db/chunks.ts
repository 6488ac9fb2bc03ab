import { yieldToEventLoop } from '../core/event-loop.js';

/** What one statement may take, so that neither sending nor running it keeps others waiting. */
const rowsMax = 5_000;
const charactersMax = 1_000_000;

/**
 * Has rows written, so many at a time.
 *
 * @param sizeOf how many characters a row has, about
 */
export async function inChunks<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number,
  write: (chunk: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    let to = from;
    for (let size = 0; to < rows.length && to - from < rowsMax; to += 1) {
      size += sizeOf(rows[to]!);
      if (to > from && size > charactersMax) break;
    }
    await write(from === 0 && to === rows.length ? rows : rows.slice(from, to));
    if (to < rows.length) await yieldToEventLoop();
    from = to;
  }
}

/** Characters of some texts. */
export const lengthOf = (...texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
