import type { Dependencies } from '../dependencies.js';

const rowsBetween = 20_000;

/**
 * Returns a function that shows the number of copied rows of a table: on a terminal in one line, otherwise now and
 * then.
 */
export function rowProgress({ status, info }: Dependencies) {
  let shown = 0;
  let moved = 0;
  let last = { table: '', rows: 0 };
  return (table: string, rows: number): void => {
    moved += rows - (table === last.table ? last.rows : 0);
    last = { table, rows };
    if (status) status(`${table}: ${rows} rows`);
    else if (moved - shown >= rowsBetween) {
      shown = moved;
      info(`${moved} rows so far (${table})`);
    }
  };
}

/**
 * Returns a function that shows how many entities or aspects are processed: on a terminal in one line, otherwise now and then.
 */
export function countProgress({ status, info }: Dependencies, what: 'entities' | 'aspects') {
  let shown = 0;
  return (done: number, total: number): void => {
    const text = `${done} of ${total} ${what}`;
    if (status) status(text);
    else if (done - shown >= rowsBetween) {
      shown = done;
      info(text);
    }
  };
}

/** Returns the sum of the rows of all tables as a text. */
export function describeRows(counts: Readonly<Record<string, number>>): string {
  const filled = Object.values(counts).filter((count) => count > 0);
  return `${filled.reduce((sum, count) => sum + count, 0)} rows of ${filled.length} tables`;
}
