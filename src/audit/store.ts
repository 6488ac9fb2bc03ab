import type { Requester } from '../core/actor.js';
import { readUrn } from '../core/urn.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import { databaseTime } from '../db/database-clock.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { detailTexts, safeText } from './detail.js';
import type { AuditEvent, AuditRow } from './event.js';
import { auditTable, createMonth } from './month-store.js';

/**
 * Records the operations of a transaction: the events are stored only if it commits. Called last in the transaction,
 * after all its locks. Costs one statement for up to some thousand events.
 */
export async function recordAudit(
  tx: Transaction,
  requester: Requester,
  event: AuditEvent | readonly AuditEvent[],
): Promise<void> {
  const events = 'type' in event ? [event] : event;
  await addRows(tx, await runInTurns(toRows(events, requester), requester.deadline));
}

/** An event whose detail is long has several rows. */
function* toRows(events: readonly AuditEvent[], { urn, origin }: Requester): Steps<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (const event of events) {
    const { type, subject, actorUrn, aspect } = event;
    const row = {
      type,
      outcome: 'SUCCESS' as const,
      actorUrn: urn,
      actedFor: actorUrn === undefined || actorUrn === urn ? null : safeText(actorUrn),
      subject: safeText(subject),
      subjectType: readUrn(subject)?.type ?? null,
      aspect: aspect === undefined ? null : safeText(aspect),
      requestId: origin?.requestId ?? null,
      address: origin?.address ?? null,
      userAgent: origin?.userAgent == null ? null : safeText(origin.userAgent),
      transport: origin?.transport ?? null,
    };
    for (const detail of yield* detailTexts(event)) rows.push({ ...row, detail });
    yield;
  }
  return rows;
}

/** Adds rows of one time, and creates their month if it does not exist. @param time ms since the epoch; null: now */
export const addRows = (
  tx: Transaction,
  rows: readonly AuditRow[],
  time: number | null = null,
): Promise<void> =>
  inChunks(
    rows,
    ({ subject, detail }) => sumLengths(subject, detail),
    async (chunk) => {
      const params = [time, ...columns(chunk, ...names)];
      // The second attempt finds the month, unless a month begins in between.
      for (let added = false; !added; ) {
        const [result] = await tx.query<{ time: number; added: boolean }>(insert, params);
        added = result!.added;
        if (!added) await createMonth(tx, result!.time);
      }
    },
  );

const names = [
  ...['type', 'outcome', 'actorUrn', 'actedFor', 'subject', 'subjectType', 'aspect'],
  ...['requestId', 'address', 'userAgent', 'transport', 'detail'],
] as readonly (keyof AuditRow)[];

/** Inserts nothing when the month does not exist: an error would end the transaction. */
const insert = `
  WITH at AS MATERIALIZED (
    SELECT coalesce($1::bigint, ${databaseTime}) AS time
  ), added AS (
    INSERT INTO ${auditTable} (time, type, outcome, actor_urn, acted_for, subject, subject_type, aspect,
                               request_id, address, user_agent, transport, detail)
    SELECT at.time, e.type, e.outcome, e.actor_urn, e.acted_for, e.subject, e.subject_type, e.aspect, e.request_id,
           e.address, e.user_agent, e.transport, e.detail::json
      FROM at, unnest(${names.map((_, index) => `$${index + 2}::text[]`).join(', ')})
             AS e(type, outcome, actor_urn, acted_for, subject, subject_type, aspect, request_id, address, user_agent,
                  transport, detail)
     WHERE EXISTS (SELECT FROM pg_class c
                    WHERE c.relname = '${auditTable}_' || to_char(to_timestamp(at.time / 1000) AT TIME ZONE 'UTC', 'YYYYMM')
                      AND c.relispartition
                      AND c.relnamespace = (SELECT p.relnamespace FROM pg_class p WHERE p.oid = '${auditTable}'::regclass))
    RETURNING 1)
  SELECT (SELECT time FROM at) AS time, EXISTS (SELECT FROM added) AS added`;
