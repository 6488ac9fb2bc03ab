import type { Deadline } from '../core/deadline.js';

export interface QueryOptions {
  /** The statement is cancelled when it passes. */
  readonly deadline?: Deadline | undefined;
  /** The statement changes something: the answer of the request waits until its outcome is known. */
  readonly changes?: boolean;
  /** For a text that varies or is rare: it is not prepared, since prepared statements stay with their connection. */
  readonly unprepared?: boolean;
  /** Bytes of rows beyond which the statement fails with `TooLarge`; heeded where there is no deadline. */
  readonly maxBytes?: number;
}

/** Runs one statement. 64-bit integers are numbers in its rows. */
export type Query = <Row>(sql: string, params?: readonly unknown[], options?: QueryOptions) => Promise<Row[]>;

/** What runs statements one after the other: a transaction, or the database, where each is a transaction of its own. */
export interface Transaction {
  readonly query: Query;
}

/**
 * Runs work in one transaction, committed when the work is done and rolled back when it throws.
 *
 * @param deadline when it passes, the running statement is cancelled and nothing is written; a COMMIT that was sent
 *   before is waited for
 */
export type InTransaction = <T>(work: (tx: Transaction) => Promise<T>, deadline?: Deadline) => Promise<T>;

/**
 * Runs work in one transaction that may take longer than a request may. It takes no connection from the requests,
 * and gives up on a lock after a second, because whoever comes later queues behind it. When the signal is
 * aborted, what runs is cancelled and rolled back.
 */
export type LongTransaction = <T>(work: (query: Query) => Promise<T>, signal: AbortSignal) => Promise<T>;
