import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { actorLimit, type Limited } from './actor-limit.js';
import { defaultMaxReadBytes } from './bounded-read.js';
import { toCatalogError } from './errors.js';
import { Prisma, PrismaClient } from './generated/client.js';
import type { MigrationTarget } from './migrations/target.js';
import type { InTransaction, LongTransaction, Query, Transaction } from './query.js';

/** PostgreSQL, on a server or embedded: the same SQL, the same models. */
export interface Database extends Transaction {
  readonly kind: 'postgresql' | 'embedded';
  /** For plain CRUD. Hot reads, locks and transactions are SQL. Made when it is first read, which takes a while. */
  readonly prisma: Client;
  /** Like `query`, for reads whose size callers choose. @throws TooLarge beyond ANSWER_MAX_BYTES of rows */
  readonly bounded: Query;
  /** Like `bounded`, but a replica may serve the read. Never stale: see `replicaReads`. */
  readonly read: Query;
  /** Does not retry. Modules call `transaction` of transaction.ts, which does. */
  readonly inTransaction: InTransaction;
  /** Whether changes of metadata are recorded (`CHANGE_EVENTS`). */
  readonly isRecorded: boolean;
  /** For work whose size a request chose or that may wait for locks. */
  readonly limited: Limited;
  readonly longTransaction: LongTransaction;
  /** Like `longTransaction`, for reads that all see the database as it is at the first of them. */
  readonly snapshot: LongTransaction;
  readonly migration: MigrationTarget;
  /**
   * Returns a number that grows whenever a statement or a transaction may have written; null: other processes use the
   * database too, so that no process knows.
   */
  readonly countWrites: () => number | null;
  /** How the connections are used. None on the embedded database. */
  readonly pools: () => readonly PoolUse[];
  /** How far the replica is behind; null without a replica. */
  readonly replicaLag: () => Promise<ReplicaLag | null>;
  close(): Promise<void>;
}

export interface PoolUse {
  readonly pool: 'primary' | 'replica';
  readonly max: number;
  readonly inUse: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

export interface ReplicaLag {
  /** Bytes of the primary's log that the replica has not replayed yet. */
  readonly bytes: number;
  /** Seconds since the last transaction that it has replayed; 0 when it has replayed all that it has received. */
  readonly seconds: number;
}

export type Client = ReturnType<typeof createClient>;
export { Prisma };

function createClient(adapter: SqlDriverAdapterFactory) {
  return new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
    query: {
      $allOperations: ({ args, query }) => withErrorMapping(query)(args),
    },
  });
}

interface DatabaseParts {
  kind: Database['kind'];
  adapter: SqlDriverAdapterFactory;
  migration: MigrationTarget;
  query: Query;
  read?: Query;
  /** Bytes of rows that one read may take into memory. */
  maxReadBytes?: number | undefined;
  /** Default: true. */
  isRecorded?: boolean | undefined;
  inTransaction: InTransaction;
  /** The maximum number of concurrent statements. */
  connections: number;
  longTransaction: LongTransaction;
  /** Default: `longTransaction`. */
  snapshot?: LongTransaction;
  /** Default: other processes use the database. */
  countWrites?: () => number;
  pools?: () => readonly PoolUse[];
  replicaLag?: () => Promise<ReplicaLag>;
  close: () => Promise<void>;
}

export function createDatabase(parts: DatabaseParts): Database {
  let client: Client | undefined;
  const query = withErrorMapping(parts.query);
  const read = parts.read && withErrorMapping(parts.read);
  const { maxReadBytes = defaultMaxReadBytes } = parts;
  const withMaxBytes =
    (read: Query): Query =>
    (sql, params, options) =>
      read(sql, params, { ...options, maxBytes: maxReadBytes });
  const bounded = withMaxBytes(query);
  return Object.freeze({
    kind: parts.kind,
    get prisma() {
      client ??= createClient(parts.adapter);
      return client;
    },
    migration: parts.migration,
    countWrites: parts.countWrites ?? (() => null),
    pools: parts.pools ?? (() => []),
    replicaLag: parts.replicaLag ?? (async () => null),
    query,
    bounded,
    read: read ? withMaxBytes(read) : bounded,
    inTransaction: withErrorMapping(parts.inTransaction),
    isRecorded: parts.isRecorded ?? true,
    limited: actorLimit(parts.connections),
    longTransaction: withErrorMapping(parts.longTransaction),
    snapshot: withErrorMapping(parts.snapshot ?? parts.longTransaction),
    close: async () => {
      await client?.$disconnect();
      await parts.close();
    },
  });
}

/** Wraps a function so that it rejects with the result of `toCatalogError` for its error. */
const withErrorMapping =
  <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await work(...args);
    } catch (error) {
      throw toCatalogError(error);
    }
  };
