import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { createDatabase, type Database, type Query } from './database.js';
import { maintenance } from './maintenance.js';
import { postgresqlTarget } from './migrate-postgresql.js';
import { replicaReads } from './replica.js';
import { textParser } from './text-parser.js';

export interface PostgresqlOptions {
  readonly url: string;
  /** A streaming replica of it, for reads. */
  readonly replicaUrl?: string | undefined;
  readonly poolSize: number;
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
    query_timeout: 30_000,
    // Statements look up by keys, and one plan serves any; the server would rather plan anew each time, which takes
    // as long as the reading.
    onConnect: async (client) => void (await client.query('SET plan_cache_mode = force_generic_plan')),
  });
  pool.on('error', onIdleError);

  const names = new Map<string, string>();
  function nameOf(sql: string) {
    const name = names.get(sql) ?? `catalog_${names.size}`;
    names.set(sql, name);
    return name;
  }

  const query: Query = async <Row>(text: string, params: readonly unknown[] = []) =>
    (await pool.query({ name: nameOf(text), text, values: [...params] })).rows as Row[];
  const replica = replicaUrl
    ? replicaReads({
        config: { ...config, connectionString: replicaUrl },
        poolSize,
        primary: query,
        nameOf,
        onAway: onReplicaAway,
      })
    : undefined;

  return createDatabase({
    kind: 'postgresql',
    adapter: new PrismaPg(pool, schema === undefined ? {} : { schema }),
    migration: postgresqlTarget(url),
    query,
    ...(replica && { read: replica.read }),
    maintain: maintenance(config, pool),
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  });
}
