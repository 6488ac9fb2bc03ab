import type { Database } from '../../../src/db/database.js';
import type { Category, Operation } from '../../../src/history/change.js';
import { userUrn } from '../../support/people.js';
import { callers } from '../actions-on-access.js';
import { type Row, toKey } from '../facts.js';
import { type Attempt, agentPrefix } from '../play.js';
import { mortalTags } from '../world.js';

/** A row of the log as stored. */
export interface LogRow extends Row {
  /** ms since the epoch, by the clock of the database, while the entity was locked. */
  readonly time: number;
  readonly urn: string;
  readonly seq: number | null;
  /** The id of the call that made it. */
  readonly call: string | null;
  /** Null: of no attempt of this run. */
  readonly attempt: Attempt | null;
}

/** Changes of one attempt on one entity, made in one transaction. */
export interface Group {
  /** Null: of no attempt, or made later than its answer, as the places of a deleted tag are cleared. */
  readonly attempt: Attempt | null;
  readonly rows: readonly LogRow[];
}

/** Their places are cleared and restored later than the tag, in steps, so they follow the log alone. */
export const isMortal = (key: string): boolean => mortalTags.some((tag) => key.endsWith(`|${tag}`));

/** ms that a request goes on after its client has gone away, at most. */
const lingers = 2_000;

/**
 * Returns the function that finds the attempt of a change without a user agent, which 0.3.0 does not store: of the attempts
 * of its actor at that time, the nearest about its entity. The clock of the database is that of this machine.
 */
function attemptFinder(attempts: readonly Attempt[], isAbout: IsAbout) {
  const admin = 'an administrator';
  const outcomes = ['done', 'unknown', 'refused'];
  const known = new Set(callers.map(userUrn));
  const byActor = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const { lane } = attempt.step;
    const actor = callers.includes(lane) ? userUrn(lane) : admin;
    const own = byActor.get(actor);
    if (own) own.push(attempt);
    else byActor.set(actor, [attempt]);
  }
  return ({ actor, time, urn }: StoredRow): Attempt | null => {
    // The log has whole ms.
    const [from, to] = [time - performance.timeOrigin, time + 1 - performance.timeOrigin];
    const distance = ({ sentAt, answeredAt }: Attempt) => Math.max(sentAt - to, from - answeredAt, 0);
    // Of a request and its repetition, the one that says that it was done.
    const compare = (one: Attempt, other: Attempt) =>
      distance(one) - distance(other) || outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome);
    const own = byActor.get(known.has(actor) ? actor : admin) ?? [];
    const near = own.filter((one) => distance(one) <= lingers).sort(compare);
    return near.find((one) => isAbout(one, urn)) ?? null;
  };
}

/** A row of the log whose attempt is not looked for yet. */
export interface StoredRow extends Omit<LogRow, 'attempt'> {
  /** The user agent of the request; null: not stored. */
  readonly agent: string | null;
  readonly actor: string;
}

/** Reads the log in the order of each entity, which is that of the time and the id. */
export async function readLog(db: Database): Promise<StoredRow[]> {
  const rows = await db.query<
    Omit<StoredRow, 'key'> & {
      aspect: string | null;
      category: Category;
      path: string;
      operation: Operation;
      modifier: string | null;
    }
  >(
    `SELECT time::float8 AS time, entity_urn AS urn, aspect, category, field_path AS path, operation, modifier, before,
       after, seq::float8 AS seq, change_set::text AS call, user_agent AS agent, actor_urn AS actor
      FROM change_events ORDER BY change_events.time, id`,
  );
  return rows.map(({ aspect, category, path, modifier, ...row }) => ({
    ...row,
    key: aspect === null ? '' : toKey(aspect, category, path, modifier ?? ''),
  }));
}

/** Whether an attempt changes an entity before its answer. */
type IsAbout = (attempt: Attempt, urn: string) => boolean;

/** Finds the attempt of each row. */
export function findAttempts(
  rows: readonly StoredRow[],
  attempts: readonly Attempt[],
  isAbout: IsAbout,
): LogRow[] {
  const findAttempt = attemptFinder(attempts, isAbout);
  return rows.map((row) => {
    const { agent, key } = row;
    if (agent?.startsWith(agentPrefix))
      return { ...row, attempt: attempts[Number(agent.slice(agentPrefix.length))] ?? null };
    return { ...row, attempt: agent === null && !isMortal(key) ? findAttempt(row) : null };
  });
}

/** Returns the changes of each entity, those of one attempt together. */
export function groupByEntity(
  log: readonly LogRow[],
  isAbout: IsAbout,
): ReadonlyMap<string, readonly Group[]> {
  const found = new Map<string, { attempt: Attempt | null; rows: LogRow[] }[]>();
  for (const row of log) {
    const groups = found.get(row.urn) ?? [];
    found.set(row.urn, groups);
    const attempt = row.attempt && isAbout(row.attempt, row.urn) ? row.attempt : null;
    const last = groups.at(-1);
    const isPart = attempt ? last?.attempt === attempt : isMortal(row.key);
    if (last && isPart) last.rows.push(row);
    else groups.push({ attempt, rows: [row] });
  }
  return found;
}
