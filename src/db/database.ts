import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { defaultMaxReadBytes } from './bounded-read.js';
import { callerLimit, type Limited } from './caller-limit.js';
import { toCatalogError } from './errors.js';
import { Prisma, PrismaClient } from './generated/client.js';
import type { MigrationTarget } from './migrations/target.js';
import type { InTransaction, LongTransaction, Query, Transaction } from './query.js';

/** PostgreSQL, a server's or the embedded one: the same SQL, the same models. */
export interface Database extends Transaction {
  readonly kind: 'postgresql' | 'embedded';
  /** For plain reads and writes of single rows by their model. Whatever is hot, locks or belongs together is SQL. */
  readonly prisma: Client;
  /** The same as `query` for reads whose size callers choose. @throws TooLarge beyond ANSWER_MAX_BYTES of rows */
  readonly bounded: Query;
  /** The same as `bounded` where a replica may answer; never older than the question. */
  readonly read: Query;
  /** Without retries: modules call `transaction` of transaction.ts. */
  readonly inTransaction: InTransaction;
  /** For work whose size a request chose, or that may wait for locks. */
  readonly limited: Limited;
  readonly longTransaction: LongTransaction;
  readonly migration: MigrationTarget;
  close(): Promise<void>;
}

export type Client = ReturnType<typeof createClient>;
export { Prisma };

function createClient(adapter: SqlDriverAdapterFactory) {
  return new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          throw toCatalogError(error);
        }
      },
    },
  });
}

export function createDatabase(parts: {
  kind: Database['kind'];
  adapter: SqlDriverAdapterFactory;
  migration: MigrationTarget;
  query: Query;
  read?: Query;
  /** bytes of rows that one read may take into memory */
  maxReadBytes?: number | undefined;
  inTransaction: InTransaction;
  /** how many statements can run at once */
  connections: number;
  longTransaction: LongTransaction;
  close: () => Promise<void>;
}): Database {
  const prisma = createClient(parts.adapter);
  const query = withErrorMapping(parts.query);
  const { maxReadBytes = defaultMaxReadBytes } = parts;
  const within =
    (read: Query): Query =>
    (sql, params, options) =>
      read(sql, params, { ...options, maxBytes: maxReadBytes });
  const bounded = within(query);
  return Object.freeze({
    kind: parts.kind,
    prisma,
    migration: parts.migration,
    query,
    bounded,
    read: parts.read ? within(withErrorMapping(parts.read)) : bounded,
    inTransaction: withErrorMapping(parts.inTransaction),
    limited: callerLimit(parts.connections),
    longTransaction: withErrorMapping(parts.longTransaction),
    close: async () => {
      await prisma.$disconnect();
      await parts.close();
    },
  });
}

/** What a transport may see of a failed statement. */
const withErrorMapping = <F extends (...args: never[]) => Promise<unknown>>(work: F): F =>
  (async (...args: Parameters<F>) => {
    try {
      return await work(...args);
    } catch (error) {
      throw toCatalogError(error);
    }
  }) as F;
