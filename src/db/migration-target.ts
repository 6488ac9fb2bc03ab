import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';

export type MigrationAdapter = SqlMigrationAwareDriverAdapterFactory;

/** A database whose schema can be brought up to date. */
export interface MigrationTarget {
  /** Reads, without the engine. */
  query<Row>(sql: string): Promise<Row[]>;
  /** Runs work with the engine's driver while no other process migrates this database. */
  exclusively<T>(work: (adapter: MigrationAdapter) => Promise<T>): Promise<T>;
}

/**
 * A script is one transaction, and this its last statement: a migration is in the ledger with all that it does, or
 * not at all, whenever its process is killed. The engine says the same again afterwards.
 */
const markFinished = `
  ;DO $$ BEGIN IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL;
  END IF; END $$`;

/**
 * A driver whose scripts run whole. Of the drivers as published, PGlite's neither awaits a script nor reports its
 * failure, and node-postgres' cuts it at every semicolon, inside a function's body too, and spreads the pieces
 * over its pool's connections, so that a failed migration would stay half done.
 */
export function runningScripts(adapter: SqlDriverAdapter, run: (script: string) => Promise<unknown>) {
  adapter.executeScript = async (script) => {
    try {
      await run(script + markFinished);
    } catch (error) {
      throw toDriverError(error);
    }
  };
  return adapter;
}

interface DatabaseError extends Error {
  code?: string;
  severity?: string;
  detail?: string;
  column?: string;
  hint?: string;
}

function toDriverError(error: unknown) {
  const { code = 'N/A', severity = 'ERROR', message, detail, column, hint } = error as DatabaseError;
  const told = { originalCode: code, originalMessage: message };
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint, ...told });
}
