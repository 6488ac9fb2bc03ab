import pg from 'pg';
import { TooLarge } from '../../core/too-large.js';
import { boundedRows } from '../bounded-read.js';
import type { ReplicaLag } from '../database.js';
import type { Query, QueryOptions } from '../query.js';
import { toName } from './pool-query.js';

export interface ReplicaOptions {
  readonly config: pg.ClientConfig;
  readonly poolSize: number;
  readonly primary: Query;
  /** Called with each new connection, to apply the session's settings. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
  /** Called when the replica fails, before the primary serves reads for `skipMs`. */
  readonly onError: (error: Error) => void;
}

/** After a failure the replica is skipped for so long: at most one read per 5 s waits for its timeout. */
const skipMs = 5_000;
const timeoutMs = 1_000;

/**
 * Reads from a streaming replica. A read is never stale: the replica serves a read only if it has replayed everything
 * that the primary had written when the read began, which costs one statement on the primary. Otherwise, and while the
 * replica fails, the primary serves the read. Therefore a caller sees its own writes immediately, on any process.
 */
export function replicaReads({ config, poolSize, primary, onConnect, onError }: ReplicaOptions) {
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    ...(onConnect && { onConnect }),
  });
  let unhealthyUntil = 0;

  function markUnhealthy(error: Error) {
    if (performance.now() > unhealthyUntil) onError(error);
    unhealthyUntil = performance.now() + skipMs;
  }
  pool.on('error', markUnhealthy);
  // A broken connection fails its query and also emits 'error', which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', markUnhealthy));

  async function fromReplica<Row>(
    lsn: string,
    sql: string,
    params: readonly unknown[],
    { maxBytes = Number.POSITIVE_INFINITY, unprepared }: QueryOptions,
  ): Promise<Row[] | null> {
    const client = await pool.connect();
    const run = <R>(text: string, values: unknown[], name?: string) =>
      boundedRows<R>(client, { ...(name && { name }), text, values }, maxBytes);
    try {
      const [state] = await run<{ fresh: boolean }>(isFresh, [lsn], toName(isFresh));
      const rows = state?.fresh
        ? await run<Row>(sql, [...params], unprepared ? undefined : toName(sql))
        : null;
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
    // A search may take longer than a replica is waited for.
    if (options.customPlan || performance.now() < unhealthyUntil) return primary<Row>(sql, params, options);
    const [position] = await primary<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
    const rows = await fromReplica<Row>(position!.lsn, sql, params, options).catch((error: Error) => {
      // The primary would fail in the same way.
      if (error instanceof TooLarge) throw error;
      markUnhealthy(error);
    });
    return rows ?? primary<Row>(sql, params, options);
  };

  /** How far the replica is behind. The positions are compared, so the clocks of the servers do not matter for bytes. */
  async function lag(): Promise<ReplicaLag> {
    const [position] = await primary<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
    const { rows } = await pool.query<ReplicaLag>(lagBehind, [position!.lsn]);
    return rows[0]!;
  }

  return { read, lag, pool, close: () => pool.end() };
}

const lagBehind = `
  SELECT greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 AS bytes,
         CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
              ELSE coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0) END::float8 AS seconds`;

/** Null on a server that is not a replica: its data may have another origin. */
const isFresh = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS fresh';
