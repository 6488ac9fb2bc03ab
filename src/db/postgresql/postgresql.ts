import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { createDatabase, type Database } from '../database.js';
import { textParser } from '../text-parser.js';
import { longTransactions } from './long-transaction.js';
import { postgresqlTarget } from './migration.js';
import { poolQuery, poolTransactions, queryInTransaction } from './pool-query.js';
import type { Pooling } from './pooling.js';
import { replicaReads } from './replica.js';
import { type SettingsOptions, settings } from './settings.js';
import { ShrinkingPool } from './shrinking-pool.js';

export interface PostgresqlOptions {
  readonly url: string;
  /** A streaming replica of it, for reads. */
  readonly replicaUrl?: string | undefined;
  readonly poolSize: number;
  /** Bytes of rows that one read may take into memory. */
  readonly maxReadBytes?: number | undefined;
  /** ms that a statement may run or wait for a lock */
  readonly timeoutMs?: number;
  readonly pooling?: Pooling;
  /** Called when the server ends an idle connection; the pool replaces it by itself. */
  onIdleError(error: Error): void;
  /** Called when the server grants fewer connections than `poolSize`. */
  onShrink?(size: number): void;
  /** Called when the replica fails a read, which the primary answers then. */
  onReplicaAway?(error: Error): void;
}

/** ms that the server gives to what the request's own deadline should have cancelled */
const afterDeadlineMs = 1_000;

/** How connections are made; no option that a pooler would not pass on. */
export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 4_000,
  keepAlive: true,
  application_name: 'catalog',
  types: { getTypeParser: textParser },
});

/** A PostgreSQL server. `?schema=` in the URL, Prisma's own parameter, is honoured. */
export function openPostgresql({
  url,
  replicaUrl,
  poolSize,
  maxReadBytes,
  timeoutMs = 30_000,
  pooling = 'session',
  onIdleError,
  onShrink = () => {},
  onReplicaAway = () => {},
}: PostgresqlOptions): Database {
  const schema = new URL(url).searchParams.get('schema') ?? undefined;
  const config = connectionConfig(url);
  // Later than a deadline, whose cancelling tells what waited from what worked.
  const limits: SettingsOptions = { schema, timeoutMs: timeoutMs + afterDeadlineMs };
  // A session that is shared with others is not to be changed; there, each transaction brings its settings.
  const onConnect =
    pooling === 'session'
      ? async (client: pg.ClientBase) => void (await client.query(settings('SET', limits)))
      : undefined;
  const pool = new ShrinkingPool({
    ...config,
    max: poolSize,
    // Only for a server that does not answer at all: it ends its statements by itself.
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
        config: { ...config, connectionString: replicaUrl },
        poolSize,
        primary: query,
        ...(onConnect && { onConnect }),
        onAway: onReplicaAway,
      })
    : undefined;

  return createDatabase({
    kind: 'postgresql',
    connections: poolSize,
    adapter: new PrismaPg(pool, schema === undefined ? {} : { schema }),
    migration: postgresqlTarget(url),
    query,
    maxReadBytes,
    inTransaction,
    ...(replica && { read: replica.read }),
    longTransaction: longTransactions({ config, pool, schema }),
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  });
}
