import pg from 'pg';
import { TooLarge } from '../../core/too-large.js';
import { boundedRows } from '../bounded-read.js';
import type { Query, QueryOptions } from '../query.js';
import { nameOf } from './pool-query.js';

export interface ReplicaOptions {
  readonly config: pg.ClientConfig;
  readonly poolSize: number;
  readonly primary: Query;
  /** Sets what every session of the pool relies on. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
  /** Hears why reads go to the primary now. */
  readonly onAway: (error: Error) => void;
}

/** After a failure, so that a dead replica costs one read in so many ms its patience, and no other anything. */
const retryAfterMs = 5_000;
const timeoutMs = 1_000;

/**
 * Reads from a streaming replica, and never what is older than the question: what the primary has written by then has
 * to be replayed there already. Where it is not, or the replica is away, the primary answers. So whoever has written
 * something sees it at once, whichever process they ask.
 */
export function replicaReads({ config, poolSize, primary, onConnect, onAway }: ReplicaOptions) {
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    ...(onConnect && { onConnect }),
  });
  let awayUntil = 0;

  function away(error: Error) {
    if (performance.now() > awayUntil) onAway(error);
    awayUntil = performance.now() + retryAfterMs;
  }
  pool.on('error', away);
  // A connection that breaks under a query tells the query, and without this the whole process.
  pool.on('connect', (client) => client.on('error', away));

  async function fromReplica<Row>(
    lsn: string,
    sql: string,
    params: readonly unknown[],
    { maxBytes = Number.POSITIVE_INFINITY }: QueryOptions,
  ): Promise<Row[] | null> {
    const client = await pool.connect();
    const run = <R>(text: string, values: unknown[]) =>
      boundedRows<R>(client, { name: nameOf(text), text, values }, maxBytes);
    try {
      const [state] = await run<{ fresh: boolean }>(isFresh, [lsn]);
      const rows = state?.fresh ? await run<Row>(sql, [...params]) : null;
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  const read: Query = async <Row>(
    sql: string,
    params: readonly unknown[] = [],
    options: QueryOptions = {},
  ) => {
    if (performance.now() < awayUntil) return primary<Row>(sql, params, options);
    const [position] = await primary<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
    const rows = await fromReplica<Row>(position!.lsn, sql, params, options).catch((error: Error) => {
      // The primary would give up as well.
      if (error instanceof TooLarge) throw error;
      away(error);
    });
    return rows ?? primary<Row>(sql, params, options);
  };

  return { read, close: () => pool.end() };
}

/** Null on a server that is no replica, whose data would be anybody's guess. */
const isFresh = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS fresh';
