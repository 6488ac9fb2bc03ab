import type { Database } from '../db/database.js';
import { queryMonths } from '../db/months.js';
import { toWhere } from './conditions-sql.js';
import type { RecordedEvent } from './event.js';
import { auditTable } from './month-store.js';
import type { AuditSource } from './source.js';

/** The events of `audit_events`. Statements name the months, of which there can be more than one statement may name. */
export const securitySource = (db: Database): AuditSource<Omit<RecordedEvent, 'kind'>> => ({
  kind: 'SECURITY',
  columns: `time, id, type, outcome, actor_urn AS "actorUrn", acted_for AS "actedFor", subject,
    subject_type AS "subjectType", aspect, request_id AS "requestId", address, user_agent AS "userAgent", transport,
    detail::text AS detail`,
  always: 'true',
  toWhere: ({ types, subjectTypes, aspects, actorUrns, actedForUrns, subjects }) =>
    toWhere('true', [
      ['type', types],
      ['subject_type', subjectTypes],
      ['aspect', aspects],
      ['actor_urn', actorUrns],
      ['acted_for', actedForUrns],
      ['subject', subjects],
    ]),
  inParts: (range, queryPart) =>
    queryMonths(db.query, auditTable, range, (tables) =>
      queryPart(`(${tables.map((table) => `SELECT * FROM "${table}"`).join(' UNION ALL ')}) e`),
    ),
  toEvent: (row) => ({ ...row, kind: 'SECURITY' }),
});
