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
 * A driver whose scripts run whole. Of the drivers as published, PGlite's neither awaits a script nor reports its
 * failure, and node-postgres' cuts it at every semicolon, inside a function's body too, and spreads the pieces
 * over its pool's connections, so that a failed migration would stay half done.
 */
export function runningScripts(adapter: SqlDriverAdapter, run: (script: string) => Promise<unknown>) {
  adapter.executeScript = async (script) => {
    try {
      await run(script);
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
