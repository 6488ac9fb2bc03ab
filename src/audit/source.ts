import type { TimeRange } from '../db/months.js';
import type { Limit } from '../visibility/limit-sql.js';
import type { AuditKind, RecordedEvent } from './event.js';

/** Null: any. */
export interface AuditFilter {
  /** ms since the epoch, inclusive like `to` */
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly AuditKind[] | null;
  readonly types: readonly string[] | null;
  readonly subjectTypes: readonly string[] | null;
  readonly aspects: readonly string[] | null;
  readonly actorUrns: readonly string[] | null;
  readonly actedForUrns: readonly string[] | null;
  readonly subjects: readonly string[] | null;
  readonly limit: Limit | null;
}

/** SQL of a condition, and its parameters. */
export interface Where {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** A table with events of one kind. Its columns `time` and `id` are the key of a row. */
export interface AuditSource<Row> {
  readonly kind: AuditKind;
  /** SQL: the columns of `Row`. */
  readonly columns: string;
  /** The condition that all events of the source meet. */
  readonly always: string;
  /** Returns the conditions of a filter besides its times; null if no event of this source matches. */
  toWhere(filter: AuditFilter): Where | null;
  /**
   * Calls `queryPart` with the SQL of tables that have the rows of a range, newest rows first, until it returns false.
   */
  inParts(range: TimeRange, queryPart: (from: string) => Promise<boolean>): Promise<void>;
  toEvent(row: Row): RecordedEvent;
}
