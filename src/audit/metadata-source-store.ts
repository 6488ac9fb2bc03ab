import { getEntityType } from '../core/urn.js';
import { changeTable } from '../history/insert-sql.js';
import type { RecordedChange } from '../history/list-store.js';
import { toWhere } from './conditions-sql.js';
import { maxDetail, maxValue, safeText } from './detail.js';
import type { AuditSource } from './source.js';

type Row = Omit<RecordedChange, 'before' | 'after' | 'isCut'>;

/** The operations of changes by the type of their event. */
const conditions: ReadonlyMap<string, string> = new Map([
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
    run_id AS "runId", actor_urn AS "actorUrn"`,
  always,
  toWhere({ types, subjectTypes, aspects, actorUrns, actedForUrns, subjects }) {
    const ofTypes = [...conditions].filter(([type]) => types === null || types.includes(type));
    if (ofTypes.length === 0 || actedForUrns !== null) return null;
    return toWhere(`${always} AND (${ofTypes.map(([, sql]) => sql).join(' OR ')})`, [
      ["split_part(entity_urn, ':', 3)", subjectTypes],
      ['aspect', aspects],
      ['actor_urn', actorUrns],
      ['entity_urn', subjects],
    ]);
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
    ...{ requestId: null, address: null, userAgent: null, transport: null },
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
