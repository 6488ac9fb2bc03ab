import { createDatabase, type Database } from './database.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { prismaAdapter } from './embedded-prisma.js';
import { embeddedQueries } from './embedded-query.js';
import { embeddedTarget } from './migrate-embedded.js';
import { detectPooling } from './pooling.js';
import { connectionConfig, openPostgresql } from './postgresql.js';

export interface DatabaseOptions {
  readonly databaseUrl: string | undefined;
  readonly replicaUrl?: string | undefined;
  readonly dataDir: string;
  readonly poolSize: number;
  /** ms that a statement may run or wait for a lock; the embedded database's can't be interrupted */
  readonly timeoutMs?: number;
  onIdleError(error: Error): void;
  onReplicaAway?(error: Error): void;
  /** Called when the server grants fewer connections than `poolSize`. */
  onShrink?(size: number): void;
  /** The embedded database's disk is almost full, or not any more. */
  onReadOnly?(readOnly: boolean): void;
  /** The embedded database has ended by itself. */
  onEnd?(cause: Error): void;
}

/** PostgreSQL where a URL names it, otherwise the embedded one in a folder. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl: url, dataDir } = options;
  return url
    ? openPostgresql({ ...options, url, pooling: await detectPooling(connectionConfig(url)) })
    : embeddedDatabase(await openEmbedded(dataDir, options));
}

export function embeddedDatabase({ client, close }: Embedded): Database {
  const { query, inTransaction } = embeddedQueries(client);
  return createDatabase({
    kind: 'embedded',
    // Statements run one at a time: what waits here, in turns, would wait there in the order of arrival.
    connections: 4,
    adapter: prismaAdapter(client),
    migration: embeddedTarget(client),
    query,
    inTransaction,
    maintain: (work, signal) =>
      inTransaction(({ query }) =>
        work(async (sql, params) => {
          signal.throwIfAborted();
          return query(sql, params, { unprepared: true });
        }),
      ),
    close,
  });
}
