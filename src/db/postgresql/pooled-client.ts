import pg from 'pg';
import type { Deadline } from '../../core/deadline.js';
import { DeadlinePassed } from '../../core/deadline.js';
import { TooLarge } from '../../core/too-large.js';
import { boundedRows } from '../bounded-read.js';

/** A connection of the pool while one piece of work uses it. */
export interface PooledClient {
  /** The server process's id in the connection's handshake. Behind a pooler, it is a number from the pooler. */
  readonly handshakePid: number;
  /** Runs one statement, and cancels it when the deadline passes. @param pid of the server process that runs it */
  run<Row>(request: pg.QueryConfig, pid: number, maxBytes?: number): Promise<Row[]>;
  /** Runs a statement that begins or ends a transaction. It is never cancelled. */
  control(text: string): Promise<pg.QueryResult | pg.QueryResult[]>;
  /** Returns false once a statement was cancelled or the connection broke: send nothing more. */
  isUsable(): boolean;
}

/**
 * Runs work on a connection of the pool. Closes the connection afterwards if it is no longer usable; the server then
 * rolls back its open transaction.
 *
 * @param config of the extra connection that cancels a statement: all connections of the pool may be busy
 */
export async function withPooledClient<T>(
  { pool, config }: { pool: pg.Pool; config: pg.ClientConfig },
  deadline: Deadline | undefined,
  work: (pooled: PooledClient) => Promise<T>,
): Promise<T> {
  const isLate = () => deadline?.passed ?? false;
  if (isLate()) throw new DeadlinePassed({ wasWaiting: true });
  const client = await pool.connect();
  let usable = true;
  // The failing statement reports it; without a listener the event would end the process.
  const ignore = () => {};
  client.on('error', ignore);

  function checkUsable(error: unknown) {
    if (!isAnswer(error) && !(error instanceof TooLarge)) usable = false;
  }

  async function control(text: string) {
    try {
      return (await client.query(text)) as pg.QueryResult | pg.QueryResult[];
    } catch (error) {
      checkUsable(error);
      throw error;
    }
  }

  async function run<Row>(request: pg.QueryConfig, pid: number, maxBytes?: number): Promise<Row[]> {
    if (isLate()) throw new DeadlinePassed({ wasWaiting: true });
    let cancelled: Promise<boolean> | undefined;
    const remove = deadline?.onPass(() => {
      usable = false;
      cancelled = cancel(config, pid);
    });
    try {
      if (maxBytes !== undefined) return await boundedRows<Row>(client, request, maxBytes);
      return (await client.query(request)).rows as Row[];
    } catch (error) {
      checkUsable(error);
      // After a broken connection the statement's outcome is unknown.
      if (!cancelled || !isAnswer(error)) throw error;
      throw new DeadlinePassed({ wasWaiting: await cancelled, cause: error });
    } finally {
      remove?.();
    }
  }

  try {
    const { processID: handshakePid } = client as unknown as { processID: number };
    return await work({ handshakePid, run, control, isUsable: () => usable });
  } finally {
    client.off('error', ignore);
    client.release(!usable);
  }
}

/** Returns whether the server rejected the statement and the connection is still good. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';

/** Returns whether the statement was waiting for a lock. */
async function cancel(config: pg.ClientConfig, pid: number): Promise<boolean> {
  const client = new pg.Client({ ...config, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ waiting: boolean }>(
      `SELECT wait_event_type IS NOT DISTINCT FROM 'Lock' AS waiting, pg_cancel_backend(pid)
         FROM pg_stat_activity WHERE pid = $1`,
      [pid],
    );
    return rows[0]?.waiting ?? true;
  } catch {
    // The server's statement_timeout ends the statement.
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
