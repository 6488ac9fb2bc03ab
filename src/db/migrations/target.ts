/** A database whose schema can be migrated. */
export interface MigrationTarget {
  /** Reads without a lock. */
  query<Row>(sql: string): Promise<Row[]>;
  /** Runs work in one transaction while no other process migrates this database. Rolls back when the work rejects. */
  withMigrationLock<T>(work: (transaction: MigrationTransaction) => Promise<T>): Promise<T>;
}

export interface MigrationTransaction {
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Runs a script of any number of statements. */
  execute(script: string): Promise<void>;
}
