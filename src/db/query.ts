import pg from 'pg';
import type { Deadline } from '../core/deadline.js';

export interface QueryOptions {
  /** The statement is cancelled when this passes. */
  readonly deadline?: Deadline | undefined;
  /** The statement writes: the response waits until the outcome is known. */
  readonly changes?: boolean;
  /** Does not prepare the statement. For SQL that varies or is rare, because prepared statements stay on the connection. */
  readonly unprepared?: boolean;
  /**
   * Plans the statement for its values, and does not prepare it: for searches, whose best plan depends on the values.
   * Other statements have one plan for all values. A replica never serves such a statement.
   */
  readonly customPlan?: boolean;
  /** The statement fails with `TooLarge` when its rows take more bytes than this. */
  readonly maxBytes?: number;
}

/**
 * Runs one statement. `Row` is an unchecked cast: it must name the columns and have the types of these rules.
 *
 * - `integer`, `bigint` and floats are `number`; `numeric` is `string`
 * - `json` and `jsonb` are parsed; arrays are arrays, but the elements of a `bigint[]` are strings
 * - `timestamptz` is a `Date`
 */
export type Query = <Row>(sql: string, params?: readonly unknown[], options?: QueryOptions) => Promise<Row[]>;

/** Runs statements in order: a transaction, or the database, where each statement is a separate transaction. */
export interface Transaction {
  readonly query: Query;
}

/** Checks something within a transaction. It throws when nothing must change. */
export type Precondition = (tx: Transaction) => Promise<void>;

/**
 * Runs work in one transaction, committed when the work is done and rolled back when it throws.
 *
 * @param deadline when it passes, the running statement is cancelled and nothing is written; the outcome of a COMMIT
 *   that was already sent is awaited
 */
export type InTransaction = <T>(work: (tx: Transaction) => Promise<T>, deadline?: Deadline) => Promise<T>;

/**
 * Runs work in one transaction that may take longer than a request may. It uses no connection of the requests' pool.
 * It waits for a lock for 1 s at most, because later requests for that lock queue behind it. When the signal is
 * aborted, the running statement is cancelled and the transaction rolled back.
 */
export type LongTransaction = <T>(work: (query: Query) => Promise<T>, signal: AbortSignal) => Promise<T>;

const int8 = 20;

/** Returns the parser for PostgreSQL's text form of a type. Reads `bigint` as number: counts and times are below 2^53. */
export const textParser = (typeOid: number): ((text: string) => unknown) =>
  typeOid === int8 ? Number : pg.types.getTypeParser(typeOid, 'text');
