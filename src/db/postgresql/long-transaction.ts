import pg from 'pg';
import type { LongTransaction, Query } from '../query.js';
import { settings } from './settings.js';

/** For a transaction alone, so that nothing is left behind on a pooler's connection. */
const limitsOf = (schema: string | undefined) =>
  `BEGIN; ${settings('SET LOCAL', { schema, timeoutMs: 0, lockTimeoutMs: 1_000 })};
   SET LOCAL idle_in_transaction_session_timeout = '1min'`;

/** @param options.pool whose connections cancel what runs, since its own is busy */
export function longTransactions({
  config,
  pool,
  schema,
}: {
  config: pg.ClientConfig;
  pool: pg.Pool;
  schema: string | undefined;
}): LongTransaction {
  const limits = limitsOf(schema);
  return async (work, signal) => {
    signal.throwIfAborted();
    const client = new pg.Client(config);
    // A lost connection is told by the query that it breaks.
    client.on('error', () => {});
    await client.connect();
    const query: Query = async (text, params = []) => {
      signal.throwIfAborted();
      return (await client.query({ text, values: [...params] })).rows;
    };
    try {
      await client.query(limits);
      const [backend] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const result = await unlessAborted(signal, work(query), async () => {
        await pool.query('SELECT pg_cancel_backend($1)', [backend!.pid]);
      });
      await client.query('COMMIT');
      return result;
    } finally {
      // Even while a statement runs; its transaction ends with the connection.
      await client.end();
    }
  };
}

/** Does not wait for the work to end: the server may be slow to cancel, and who aborts wants to go on. */
async function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  cancel: () => Promise<void>,
): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      cancel()
        .catch(() => {})
        .finally(() => reject(signal.reason));
    };
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    // The cancelled statement may fail first.
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
