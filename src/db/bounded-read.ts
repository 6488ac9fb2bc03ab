import pg from 'pg';
import { TooLarge } from '../core/too-large.js';

/** Bytes of rows that one read may take into memory by default. */
export const defaultMaxReadBytes = 16_777_216;

export const readTooLarge = (maxBytes: number) =>
  new TooLarge('The requested data takes', maxBytes, 'request less at a time');

/** Members of pg.Query that node-postgres' types leave out. */
interface Internals {
  _canceledDueToError: unknown;
  _result: { rows: unknown[] };
  handleDataRow(message: { length: number }): void;
}
const { handleDataRow } = pg.Query.prototype as unknown as Internals;

/** A statement that drops its rows and fails with `TooLarge` once they take more than `maxBytes`. */
export class BoundedRead extends pg.Query {
  readonly #max: number;
  #bytes = 0;

  constructor(config: pg.QueryConfig, maxBytes: number) {
    super(config);
    this.#max = maxBytes;
  }

  handleDataRow(message: { length: number }): void {
    const self = this as unknown as Internals;
    this.#bytes += message.length;
    if (this.#bytes > this.#max && !self._canceledDueToError) {
      self._canceledDueToError = readTooLarge(this.#max);
      self._result.rows = [];
    }
    handleDataRow.call(self, message);
  }
}

/** Runs a statement. @throws TooLarge when its rows take more than `maxBytes` */
export const boundedRows = <Row>(
  client: pg.Pool | pg.ClientBase,
  config: pg.QueryConfig,
  maxBytes: number,
): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const callback = (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result.rows as Row[]);
    // The callback form works on a pool and on a connection, which returns no promise for a Query object.
    (client as { query(statement: pg.Query, done: typeof callback): void }).query(
      new BoundedRead(config, maxBytes),
      callback,
    );
  });
