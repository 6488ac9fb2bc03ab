import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { createDatabase, type Database, type PoolUse } from '../database.js';
import { connectionConfig, parseSchema } from './connection.js';
import { longTransactions } from './long-transaction.js';
import { postgresqlTarget } from './migration.js';
import { poolQuery, poolTransactions, queryInTransaction } from './pool-query.js';
import type { Pooling } from './pooling.js';
import { replicaReads } from './replica.js';
import { type SettingsOptions, settings } from './settings.js';
import { ShrinkingPool } from './shrinking-pool.js';

export interface PostgresqlOptions {
  readonly url: string;
  /** A streaming replica of that server, for reads. */
  readonly replicaUrl?: string | undefined;
  readonly poolSize: number;
  /** Bytes of rows that one read may take into memory. */
  readonly maxReadBytes?: number | undefined;
  readonly isRecorded?: boolean | undefined;
  /** ms that a statement may run or wait for a lock. */
  readonly timeoutMs?: number;
  readonly pooling?: Pooling;
  /** Called when the server ends an idle connection; the pool replaces it by itself. */
  onIdleError(error: Error): void;
  /** Called when the server grants fewer connections than `poolSize`. */
  onShrink?(size: number): void;
  /** Called when a read of the replica fails; the primary then serves reads for a while. */
  onReplicaError?(error: Error): void;
}

/** ms between the deadline, which cancels a statement, and the server's own timeout. */
const afterDeadlineMs = 1_000;

const describeUse = (name: PoolUse['pool'], pool: pg.Pool): PoolUse => ({
  pool: name,
  max: pool.options.max ?? 0,
  inUse: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

/** Opens the database on a PostgreSQL server, in the schema that the URL's `?schema=` names. */
export function openPostgresql({
  url,
  replicaUrl,
  poolSize,
  maxReadBytes,
  isRecorded,
  timeoutMs = 30_000,
  pooling = 'session',
  onIdleError,
  onShrink = () => {},
  onReplicaError = () => {},
}: PostgresqlOptions): Database {
  const schema = parseSchema(url);
  const config = connectionConfig(url);
  // Later than the deadline: only its own cancelling knows whether the statement waited for a lock.
  const limits: SettingsOptions = { schema, timeoutMs: timeoutMs + afterDeadlineMs };
  // Behind a transaction pooler the session is shared with others, so there each transaction sets its own.
  const onConnect =
    pooling === 'session'
      ? async (client: pg.ClientBase) => void (await client.query(settings('SET', limits)))
      : undefined;
  const pool = new ShrinkingPool({
    ...config,
    max: poolSize,
    // For a server that does not respond at all; otherwise the server ends its statements by itself.
    query_timeout: timeoutMs + 5_000,
    onShrink,
    ...(onConnect && { onConnect }),
  });
  pool.on('error', onIdleError);

  const options = { pool, config, settings: settings('SET LOCAL', limits) };
  const inTransaction = poolTransactions(options);
  const query = pooling === 'session' ? poolQuery(options) : queryInTransaction(inTransaction);
  const replica = replicaUrl
    ? replicaReads({
        config: connectionConfig(replicaUrl),
        poolSize,
        primary: query,
        ...(onConnect && { onConnect }),
        onError: onReplicaError,
      })
    : undefined;

  return createDatabase({
    kind: 'postgresql',
    connections: poolSize,
    adapter: new PrismaPg(pool, schema === undefined ? {} : { schema }),
    migration: postgresqlTarget(url),
    query,
    maxReadBytes,
    isRecorded,
    inTransaction,
    ...(replica && { read: replica.read, replicaLag: replica.lag }),
    pools: () => [describeUse('primary', pool), ...(replica ? [describeUse('replica', replica.pool)] : [])],
    longTransaction: longTransactions({ config, pool, schema }),
    snapshot: longTransactions({
      config,
      pool,
      schema,
      begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    }),
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  });
}
