/** A database whose schema can be brought up to date. */
export interface MigrationTarget {
  /** Reads, without a lock. */
  query<Row>(sql: string): Promise<Row[]>;
  /** Runs work in one transaction, while no other process migrates this database; rolled back when it rejects. */
  exclusively<T>(work: (transaction: MigrationTransaction) => Promise<T>): Promise<T>;
}

export interface MigrationTransaction {
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Runs any number of statements. */
  execute(script: string): Promise<void>;
}
