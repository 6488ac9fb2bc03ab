import { PrismaPGlite } from 'pglite-prisma-adapter';
import { createDatabase, type Database } from './database.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { embeddedTransactions, preparedQuery } from './embedded-query.js';
import { embeddedTarget } from './migrate-embedded.js';
import type { Pooling } from './pooling.js';
import { openPostgresql } from './postgresql.js';

export interface DatabaseOptions {
  readonly databaseUrl: string | undefined;
  readonly replicaUrl?: string | undefined;
  readonly dataDir: string;
  readonly poolSize: number;
  /** Bytes of rows that one read may take into memory. */
  readonly maxReadBytes?: number;
  /** ms that a statement may run or wait for a lock; the embedded database's can't be interrupted */
  readonly timeoutMs?: number;
  /** of `databaseUrl`, as detectPooling finds it */
  readonly pooling?: Pooling;
  onIdleError(error: Error): void;
  onReplicaAway?(error: Error): void;
  /** Called when the server grants fewer connections than `poolSize`. */
  onShrink?(size: number): void;
  /** The embedded database's disk is almost full, or not any more. */
  onReadOnly?(readOnly: boolean): void;
  /** Other accounts can look into the embedded database's folder, and that can't be changed. */
  onOpenFolder?(why: string): void;
}

/** PostgreSQL where a URL names it, otherwise the embedded one in a folder. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl: url, dataDir, onReadOnly, onOpenFolder, maxReadBytes } = options;
  return url
    ? openPostgresql({ ...options, url })
    : embeddedDatabase(await openEmbedded(dataDir, onReadOnly, onOpenFolder), maxReadBytes);
}

export function embeddedDatabase({ pglite, close }: Embedded, maxReadBytes?: number): Database {
  return createDatabase({
    kind: 'embedded',
    // Statements run one at a time: what waits here, in turns, would wait there in the order of arrival.
    connections: 4,
    adapter: new PrismaPGlite(pglite),
    migration: embeddedTarget(pglite),
    query: preparedQuery(pglite),
    maxReadBytes,
    inTransaction: embeddedTransactions(pglite),
    maintain: (work, signal) =>
      pglite.transaction((tx) =>
        work(async <Row>(sql: string, params: readonly unknown[] = []) => {
          signal.throwIfAborted();
          return (await tx.query<Row>(sql, [...params])).rows;
        }),
      ),
    close,
  });
}
