/** A real run of truncateTimeseriesAspect, not a dry run. Times are in ms since the epoch. */
export interface TruncationTask {
  readonly id: bigint;
  readonly indexName: string;
  /** inclusive */
  readonly endTimeMillis: number;
  /** Events that one statement deletes at most. */
  readonly batchSize: number;
  readonly state: 'RUNNING' | TruncationEnd['state'];
  /** Why the task was canceled or failed. */
  readonly reason: string | null;
  /** Events to delete, deleted ones included. */
  readonly total: number;
  readonly deleted: number;
  readonly batches: number;
  /** How often the task has waited for locks or snapshots of other transactions. */
  readonly retries: number;
  /** Events were deleted without dropping their table, and their space is not free yet. */
  readonly needsCompaction: boolean;
  readonly createdAt: number;
  readonly createdBy: string;
  /** Null for no limit. */
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

/** A partition of an index, which has one month, with the number of events that a truncation deletes from it. */
export interface TruncatedPartition {
  readonly table: string;
  /** The month ends before or at the end time, so the truncation drops the table. */
  readonly droppable: boolean;
  readonly events: number;
}

/** The right of one worker to execute a task until a time; the worker renews it. */
export interface Lease {
  readonly id: bigint;
  readonly workerId: string;
  /** ms since the epoch */
  readonly until: number;
}

/** The creator of the task may no longer truncate. */
export class RightLost extends Error {
  override readonly name = 'RightLost';
}

/** Another process has taken over the task. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
