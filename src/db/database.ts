import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { toCatalogError } from './errors.js';
import { Prisma, PrismaClient } from './generated/client.js';
import type { Maintain } from './maintenance.js';
import type { MigrationTarget } from './migration-target.js';

/** Runs one prepared statement below Prisma, for the hot reads whose planning Prisma would dominate. */
export type Query = <Row>(sql: string, params?: readonly unknown[]) => Promise<Row[]>;

/** PostgreSQL, a server's or the embedded one: the same SQL, the same models. */
export interface Database {
  readonly kind: 'postgresql' | 'embedded';
  readonly prisma: Client;
  readonly query: Query;
  /** The same for reads that a replica may answer; never older than the question. */
  readonly read: Query;
  readonly maintain: Maintain;
  readonly migration: MigrationTarget;
  close(): Promise<void>;
}

export type Client = ReturnType<typeof createClient>;
export type Transaction = Parameters<Parameters<Client['$transaction']>[0]>[0];
export { Prisma };

/** A transaction that waits longer than a request may take has failed anyway. */
const transactionLimits = { maxWait: 30_000, timeout: 30_000 };

function createClient(adapter: SqlDriverAdapterFactory) {
  return new PrismaClient({
    adapter,
    transactionOptions: transactionLimits,
    errorFormat: 'minimal',
  }).$extends({
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
  maintain: Maintain;
  close: () => Promise<void>;
}): Database {
  const prisma = createClient(parts.adapter);
  return Object.freeze({
    kind: parts.kind,
    prisma,
    migration: parts.migration,
    query: translated(parts.query),
    read: translated(parts.read ?? parts.query),
    maintain: async <T>(work: (query: Query) => Promise<T>, signal: AbortSignal) => {
      try {
        return await parts.maintain(work, signal);
      } catch (error) {
        throw toCatalogError(error);
      }
    },
    close: async () => {
      await prisma.$disconnect();
      await parts.close();
    },
  });
}

const translated =
  (query: Query): Query =>
  async <Row>(sql: string, params: readonly unknown[] = []) => {
    try {
      return await query<Row>(sql, params);
    } catch (error) {
      throw toCatalogError(error);
    }
  };
