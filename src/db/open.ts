import { createDatabase, type Database } from './database.js';
import { type Embedded, type EmbeddedOptions, openEmbedded } from './embedded/embedded.js';
import { embeddedTarget } from './embedded/migration.js';
import { prismaAdapter } from './embedded/prisma.js';
import { embeddedQueries } from './embedded/query.js';
import type { Pooling } from './postgresql/pooling.js';

export interface DatabaseOptions extends EmbeddedOptions {
  readonly databaseUrl: string | undefined;
  readonly replicaUrl?: string | undefined;
  readonly dataDir: string;
  readonly poolSize: number;
  /** Bytes of rows that one read may take into memory. */
  readonly maxReadBytes?: number;
  /** Whether changes of metadata are recorded. Default: true. */
  readonly isRecorded?: boolean;
  /** ms that a statement may run or wait for a lock. The embedded database can't interrupt a statement. */
  readonly timeoutMs?: number;
  /** Result of `detectPooling` for `databaseUrl`. */
  readonly pooling?: Pooling;
  onIdleError(error: Error): void;
  onReplicaError?(error: Error): void;
  /** Called when the server grants fewer connections than `poolSize`. */
  onShrink?(size: number): void;
}

/** Opens PostgreSQL when there is a URL, otherwise the embedded database in a folder. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl: url, dataDir } = options;
  if (!url) return embeddedDatabase(await openEmbedded(dataDir, options), options);
  const { openPostgresql } = await import('./postgresql/postgresql.js');
  return openPostgresql({ ...options, url });
}

export function embeddedDatabase(
  { client, close }: Embedded,
  { maxReadBytes, isRecorded }: Pick<DatabaseOptions, 'maxReadBytes' | 'isRecorded'> = {},
): Database {
  const { query, inTransaction } = embeddedQueries(client);
  return createDatabase({
    kind: 'embedded',
    // Statements run one at a time anyway; waiting here takes turns between actors.
    connections: 4,
    adapter: prismaAdapter(client),
    migration: embeddedTarget(client),
    query,
    maxReadBytes,
    isRecorded,
    countWrites: () => client.writes,
    inTransaction,
    longTransaction: (work, signal) =>
      inTransaction(({ query }) =>
        work(async (sql, params) => {
          signal.throwIfAborted();
          return query(sql, params, { unprepared: true });
        }),
      ),
    close,
  });
}
