import type { Database } from '../../../src/db/database.js';
import { findAction } from '../actions.js';
import type { Attempt } from '../play.js';

const unlessUnknown = ({ outcome, answeredAt }: Attempt) =>
  outcome === 'unknown' ? Number.POSITIVE_INFINITY : answeredAt;

/** What a request for a truncation has led to. */
interface Task {
  /** Up to which time it takes events. */
  readonly end: number;
  /** When it can have begun, at the earliest: it need not take events that were written while it ran. */
  readonly since: number;
  readonly isCertain: boolean;
}

const readEnd = ({ step }: Attempt, aspect: string) =>
  findAction(step.action).truncatesTo!(step.args, aspect);

/** Returns the end of each task by its id. */
async function readTasks(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; end: number }>(
    'SELECT id::text AS id, end_time_millis::float8 AS "end" FROM truncation_tasks',
  );
  return new Map(rows.map(({ id, end }) => [id, end]));
}

/**
 * While a truncation runs, which lasts for a lease when its process or its database is away, requests for another one are
 * answered with the id of the one that runs. So the task says up to which time it was done, and not the request.
 */
function taskFinder(truncations: readonly Attempt[], ends: ReadonlyMap<string, number>) {
  return (one: Attempt, aspect: string): Task => {
    const asked = readEnd(one, aspect);
    if (one.outcome !== 'done') return { end: asked, since: one.sentAt, isCertain: false };
    const { taskId } = one.data.truncateTimeseriesAspect as { taskId: string };
    // A truncation of another aspect takes none of this one.
    const end = asked && ends.get(taskId.split(':')[1]!)!;
    const begun = truncations.filter((other) => readEnd(other, aspect) === end);
    return { end, since: Math.min(...begun.map(({ sentAt }) => sentAt)), isCertain: true };
  };
}

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
  const findTask = taskFinder(truncations, await readTasks(db));
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
    const reached = truncations.flatMap((one) => {
      const task = findTask(one, aspect);
      return task.end >= time ? [task] : [];
    });
    const isDeleted = deletions.some(
      (one) => one.step.args.urn === urn && unlessUnknown(one) > attempt.sentAt,
    );
    if (isThere && !asked.has(step))
      report(`${urn}: the event of ${time} was refused, and is there`, attempt);
    if (!isThere && outcome === 'done' && reached.length === 0 && !isDeleted)
      report(`${urn}: the event of ${time} was acknowledged, and is gone`, attempt);
    const isLeft = reached.some(({ isCertain, since }) => isCertain && since > attempt.answeredAt);
    if (isThere && outcome === 'done' && isLeft && !unfinished && !open.has(step))
      report(`${urn}: the event of ${time} is there after a truncation`, attempt);
  }
}
