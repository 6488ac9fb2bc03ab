import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { createDatabase, type Database } from './database.js';
import { maintenance } from './maintenance.js';
import { postgresqlTarget } from './migrate-postgresql.js';
import { poolQuery, poolTransactions } from './pool-query.js';
import { replicaReads } from './replica.js';
import { textParser } from './text-parser.js';

export interface PostgresqlOptions {
  readonly url: string;
  /** A streaming replica of it, for reads. */
  readonly replicaUrl?: string | undefined;
  readonly poolSize: number;
  /** ms that a statement may run or wait for a lock */
  readonly timeoutMs?: number;
  /** Called when the server ends an idle connection; the pool replaces it by itself. */
  onIdleError(error: Error): void;
  /** Called when the replica fails a read, which the primary answers then. */
  onReplicaAway?(error: Error): void;
}

/** A PostgreSQL server. `?schema=` in the URL, Prisma's own parameter, is honoured. */
export function openPostgresql({
  url,
  replicaUrl,
  poolSize,
  timeoutMs = 30_000,
  onIdleError,
  onReplicaAway = () => {},
}: PostgresqlOptions): Database {
  const schema = new URL(url).searchParams.get('schema') ?? undefined;
  const config: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    application_name: 'catalog',
    ...(schema === undefined ? {} : { options: `-c search_path="${schema}"` }),
    types: { getTypeParser: textParser },
  };
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    // Only for a server that does not answer at all: it ends its statements by itself.
    query_timeout: timeoutMs + 5_000,
    // Statements look up by keys, and one plan serves any; the server would rather plan anew each time, which takes
    // as long as the reading.
    onConnect: async (client) =>
      void (await client.query(
        `SET plan_cache_mode = force_generic_plan; SET statement_timeout = ${timeoutMs}; SET lock_timeout = ${timeoutMs}`,
      )),
  });
  pool.on('error', onIdleError);

  const query = poolQuery({ pool, config, timeoutMs });
  const replica = replicaUrl
    ? replicaReads({
        config: { ...config, connectionString: replicaUrl },
        poolSize,
        primary: query,
        onAway: onReplicaAway,
      })
    : undefined;

  return createDatabase({
    kind: 'postgresql',
    connections: poolSize,
    adapter: new PrismaPg(pool, schema === undefined ? {} : { schema }),
    migration: postgresqlTarget(url),
    query,
    inTransaction: poolTransactions({ pool, config, timeoutMs }),
    ...(replica && { read: replica.read }),
    maintain: maintenance(config, pool),
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  });
}
