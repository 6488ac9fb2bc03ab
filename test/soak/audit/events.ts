import type { Database } from '../../../src/db/database.js';
import { findAction } from '../actions.js';
import type { Attempt } from '../play.js';

const unlessUnknown = ({ outcome, answeredAt }: Attempt) =>
  outcome === 'unknown' ? Number.POSITIVE_INFINITY : answeredAt;

/**
 * Reports events that were acknowledged and are gone without a truncation or a deletion, events that were refused and are
 * there, and events that a truncation has left.
 */
export async function checkEvents(
  attempts: readonly Attempt[],
  db: Database,
  report: (line: string, attempt: Attempt) => void,
) {
  const rows = await db.query<{ urn: string; time: number }>(
    'SELECT urn, timestamp_millis::float8 AS time FROM timeseries_events',
  );
  const stored = new Set(rows.map(({ urn, time }) => `${urn} ${time}`));
  const possible = attempts.filter(({ outcome }) => outcome !== 'refused');
  const truncations = possible.filter(({ step }) => findAction(step.action).truncatesTo);
  const [unfinished] = await db.query(`SELECT FROM truncation_tasks WHERE state <> 'COMPLETED' LIMIT 1`);
  const deletions = possible.filter(({ step }) => step.action === 'hardDelete');
  const asked = new Set(possible.map(({ step }) => step));
  // Without an answer, a request can write its event at any later time.
  const open = new Set(attempts.filter(({ outcome }) => outcome === 'unknown').map(({ step }) => step));
  for (const attempt of attempts) {
    const { step, outcome } = attempt;
    const event = findAction(step.action).event?.(step.args);
    if (!event) continue;
    const { urn, aspect, time } = event;
    const isThere = stored.has(`${urn} ${time}`);
    const reached = truncations.filter(
      (one) => findAction(one.step.action).truncatesTo!(one.step.args, aspect) >= time,
    );
    const isDeleted = deletions.some(
      (one) => one.step.args.urn === urn && unlessUnknown(one) > attempt.sentAt,
    );
    if (isThere && !asked.has(step))
      report(`${urn}: the event of ${time} was refused, and is there`, attempt);
    if (!isThere && outcome === 'done' && reached.length === 0 && !isDeleted)
      report(`${urn}: the event of ${time} was acknowledged, and is gone`, attempt);
    const isLeft = reached.some((one) => one.outcome === 'done' && one.sentAt > attempt.answeredAt);
    if (isThere && outcome === 'done' && isLeft && !unfinished && !open.has(step))
      report(`${urn}: the event of ${time} is there after a truncation`, attempt);
  }
}
