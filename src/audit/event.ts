import type { auditEventTypes, changeEventTypes } from '../datahub/audit-event-types.js';

export type AuditEventType = (typeof auditEventTypes)[number];

/**
 * Further facts of an event: names, counts, states. Never a secret. A text is shortened to 1,024 characters. Lists are
 * complete: a long list causes several events (`detailTexts`).
 */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An act that has succeeded. Its actor, its time and where it came from are added when it is recorded. */
export interface AuditEvent {
  readonly type: AuditEventType;
  /** The URN that the act is about, or the name of a time-series index. */
  readonly subject: string;
  /** For whom, when that is another user than the caller. */
  readonly actorUrn?: string | undefined;
  /** The aspect that the act is about, if it is about one. */
  readonly aspect?: string | undefined;
  readonly detail?: AuditDetail | undefined;
  /** One of several transactions that make one change. */
  readonly step?: AuditStep | undefined;
}

export interface AuditStep {
  /** Unique; the same for all steps of the change. */
  readonly change: string;
  /** From 1. */
  readonly number: number;
}

/** An event as it is stored. */
export interface AuditRow {
  readonly type: AuditEventType;
  readonly outcome: 'SUCCESS' | 'FAILURE';
  readonly actorUrn: string | null;
  readonly actedFor: string | null;
  readonly subject: string | null;
  readonly subjectType: string | null;
  readonly aspect: string | null;
  readonly requestId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly transport: string | null;
  /** JSON text. */
  readonly detail: string | null;
}

/**
 * SECURITY: an operation that concerns access or cannot be undone. METADATA: a change of metadata. Events of one
 * millisecond are listed in this order.
 */
export const auditKinds = ['SECURITY', 'METADATA'] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The place of an event in the order of all events, which adding events does not change. */
export interface AuditPosition {
  readonly time: number;
  readonly kind: AuditKind;
  /** Unique among the events of one kind. */
  readonly id: number;
}

/** An event as it is listed. */
export interface RecordedEvent extends AuditPosition, Omit<AuditRow, 'type'> {
  readonly type: AuditEventType | (typeof changeEventTypes)[number];
}

/** Compares the places of two events, the newest first. */
export const newestFirst = (a: AuditPosition, b: AuditPosition): number =>
  b.time - a.time || auditKinds.indexOf(a.kind) - auditKinds.indexOf(b.kind) || b.id - a.id;
