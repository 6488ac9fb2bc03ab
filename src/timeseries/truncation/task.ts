/** A real run of truncateTimeseriesAspect; all times in ms since the epoch. */
export interface TruncationTask {
  readonly id: bigint;
  readonly indexName: string;
  /** inclusive */
  readonly endTimeMillis: number;
  /** events a statement */
  readonly batchSize: number;
  readonly state: 'RUNNING' | TruncationEnd['state'];
  /** why it ended undone */
  readonly reason: string | null;
  /** events to delete, and deleted so far */
  readonly total: number;
  readonly deleted: number;
  readonly batches: number;
  /** how often it had to wait for others */
  readonly retries: number;
  /** Events were deleted one by one, and their space is not given back yet. */
  readonly unreleased: boolean;
  readonly createdAt: number;
  readonly createdBy: string;
  /** null: it may take as long as it takes */
  readonly deadline: number | null;
  readonly finishedAt: number | null;
}

export type NewTruncation = Pick<
  TruncationTask,
  'indexName' | 'endTimeMillis' | 'batchSize' | 'createdAt' | 'createdBy' | 'deadline'
>;

export interface TruncationEnd {
  readonly state: 'COMPLETED' | 'CANCELED' | 'FAILED';
  readonly reason: string | null;
  readonly finishedAt: number;
}

/** A month of an index, one partition: its table, and how many of its events a truncation is to delete. */
export interface TruncatedMonth {
  readonly table: string;
  /** The truncation takes all that the month can hold. */
  readonly whole: boolean;
  readonly events: number;
}

/** One process's right to work on a task, for as long as it renews it. */
export interface Lease {
  readonly id: bigint;
  readonly runner: string;
  /** ms since the epoch */
  readonly until: number;
}

/** Another process has taken the task over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
