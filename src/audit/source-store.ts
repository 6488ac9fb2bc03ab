import { getEntityType } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { queryMonths } from '../db/months.js';
import { changeTable } from '../history/insert-sql.js';
import type { RecordedChange } from '../history/list-store.js';
import { andNamesVisible, type Limit } from '../visibility/limit-sql.js';
import { maxDetail, maxValue, safeText } from './detail.js';
import type { RecordedEvent } from './event.js';
import { auditTable } from './month-store.js';
import type { AuditSource, Where } from './source.js';

/** A column or an expression, and the values that it may have; null: any. */
type Condition = readonly [sql: string, values: readonly string[] | null];

/**
 * Returns SQL with only the conditions that are given, so that a plan can use the index of one of them. Rows with one
 * value are in the order of an index, and rows with one of several values are not.
 *
 * @param always a condition without a parameter
 * @param subject the column with what an event is about, and the limit of what the caller may see
 */
function toWhere(
  always: string,
  conditions: readonly Condition[],
  subject: readonly [column: string, limit: Limit | null],
): Where {
  const given = conditions.flatMap(([sql, values]) => (values === null ? [] : [{ sql, values }]));
  const texts = given.map(({ sql, values: { length } }, index) =>
    length === 1 ? `${sql} = $${index + 1}::text` : `${sql} = ANY($${index + 1}::text[])`,
  );
  const params: unknown[] = given.map(({ values }) => (values.length === 1 ? values[0] : values));
  const [column, limit] = subject;
  return { sql: [always, ...texts].join(' AND ') + andNamesVisible(limit, column, params), params };
}

/** The events of `audit_events`. Statements name the months, of which there can be more than one statement may name. */
export const securitySource = (db: Database): AuditSource<Omit<RecordedEvent, 'kind'>> => ({
  kind: 'SECURITY',
  columns: `time, id, type, outcome, actor_urn AS "actorUrn", acted_for AS "actedFor", subject,
    subject_type AS "subjectType", aspect, request_id AS "requestId", address, user_agent AS "userAgent", transport,
    detail::text AS detail`,
  always: 'true',
  toWhere({ types, subjectTypes, aspects, actorUrns, actedForUrns, subjects, limit }) {
    const conditions: Condition[] = [
      ['type', types],
      ['subject_type', subjectTypes],
      ['aspect', aspects],
      ['actor_urn', actorUrns],
      ['acted_for', actedForUrns],
      ['subject', subjects],
    ];
    return toWhere('true', conditions, ['subject', limit]);
  },
  inParts: (range, queryPart) =>
    queryMonths(db.query, auditTable, range, (tables) =>
      queryPart(`(${tables.map((table) => `SELECT * FROM "${table}"`).join(' UNION ALL ')}) e`),
    ),
  toEvent: (row) => ({ ...row, kind: 'SECURITY' }),
});

type Row = Omit<RecordedChange, 'before' | 'after' | 'isCut'> &
  Pick<RecordedEvent, 'requestId' | 'address' | 'userAgent' | 'transport'>;

/** The operations of changes by the type of their event. */
const typeConditions: ReadonlyMap<string, string> = new Map([
  ['CreateEntityEvent', `operation = 'CREATE'`],
  ['UpdateAspectEvent', 'aspect IS NOT NULL'],
]);

/** The deletion of an entity is an event of `audit_events` already. */
const always = `operation <> 'HARD_DELETE'`;

/**
 * The changes of metadata in `change_events`.
 *
 * @param earliest returns the time from which changes can be read
 */
export const metadataSource = (earliest: () => number): AuditSource<Row> => ({
  kind: 'METADATA',
  columns: `time, id, entity_urn AS "entityUrn", field_path AS "fieldPath", aspect, category, operation, modifier,
    run_id AS "runId", actor_urn AS "actorUrn", change_set AS "requestId", address, user_agent AS "userAgent",
    transport`,
  always,
  toWhere({ types, subjectTypes, aspects, actorUrns, actedForUrns, subjects, limit }) {
    const ofTypes = [...typeConditions].filter(([type]) => types === null || types.includes(type));
    if (ofTypes.length === 0 || actedForUrns !== null) return null;
    const conditions: Condition[] = [
      ["split_part(entity_urn, ':', 3)", subjectTypes],
      ['aspect', aspects],
      ['actor_urn', actorUrns],
      ['entity_urn', subjects],
    ];
    const isOfTypes = ofTypes.map(([, sql]) => sql).join(' OR ');
    return toWhere(`${always} AND (${isOfTypes})`, conditions, ['entity_urn', limit]);
  },
  async inParts({ from, to }, queryPart) {
    const start = Math.max(from, earliest());
    if (start <= to) await queryPart(`(SELECT * FROM ${changeTable} WHERE time >= ${start}) e`);
  },
  toEvent: (row) => ({
    ...{ kind: 'METADATA', time: row.time, id: row.id, outcome: 'SUCCESS' },
    type: row.operation === 'CREATE' ? 'CreateEntityEvent' : 'UpdateAspectEvent',
    ...{ actorUrn: row.actorUrn, actedFor: null },
    ...{ subject: safeText(row.entityUrn), subjectType: getEntityType(row.entityUrn), aspect: row.aspect },
    ...{ requestId: row.requestId, address: row.address, userAgent: row.userAgent, transport: row.transport },
    detail: toDetail(row),
  }),
});

/** A text whose characters all take six characters in JSON still leaves room for two others. */
const maxEscaped = 256;

/** The audit has no values of metadata: `changeId` finds the change in the history, which has them. */
function toDetail(row: Row, max = maxValue): string {
  const { time, id, category, operation, fieldPath, modifier, runId } = row;
  const texts = {
    ...(fieldPath !== '' && { fieldPath: safeText(fieldPath, max) }),
    ...(modifier !== null && { modifier: safeText(modifier, max) }),
    ...(runId !== null && { runId: safeText(runId, max) }),
  };
  const detail = JSON.stringify({ changeId: `${time}-${id}`, category, operation, ...texts });
  return detail.length <= maxDetail ? detail : toDetail(row, maxEscaped);
}
