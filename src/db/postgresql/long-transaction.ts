import pg from 'pg';
import type { LongTransaction, Query } from '../query.js';
import { unlessAborted } from './abort.js';
import { settings } from './settings.js';

/** SET LOCAL, because a pooler gives the connection to others after the transaction. */
const beginWith = (begin: string, schema: string | undefined) =>
  `${begin}; ${settings('SET LOCAL', { schema, timeoutMs: 0, lockTimeoutMs: 1_000 })};
   SET LOCAL idle_in_transaction_session_timeout = '1min'`;

/** @param options.pool used for pg_cancel_backend, because the transaction's own connection is busy */
export function longTransactions({
  config,
  pool,
  schema,
  begin: command = 'BEGIN',
}: {
  config: pg.ClientConfig;
  pool: pg.Pool;
  schema: string | undefined;
  begin?: string;
}): LongTransaction {
  const begin = beginWith(command, schema);
  return async (work, signal) => {
    signal.throwIfAborted();
    const client = new pg.Client(config);
    // The query that fails reports a lost connection.
    client.on('error', () => {});
    await client.connect();
    const query: Query = async (text, params = []) => {
      signal.throwIfAborted();
      return (await client.query({ text, values: [...params] })).rows;
    };
    try {
      await client.query(begin);
      const [backend] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const result = await unlessAborted(signal, work(query), async () => {
        await pool.query('SELECT pg_cancel_backend($1)', [backend!.pid]);
      });
      await client.query('COMMIT');
      return result;
    } finally {
      // Also while a statement runs; the server rolls the transaction back when its connection ends.
      await client.end();
    }
  };
}
