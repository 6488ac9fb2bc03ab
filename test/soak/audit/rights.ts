import { findAction } from '../actions.js';
import { factorsByRight } from '../actions-on-access.js';
import type { Attempt } from '../play.js';
import type { LogRow } from './log.js';

/** From when on a factor can have a value, and from when on it cannot have another. */
interface Setting {
  readonly on: boolean;
  readonly from: number;
  /** Infinity: the attempt had no answer. */
  readonly until: number;
}

/** The values that a factor can have at a time. Its settings are made one after the other. */
function possible(settings: readonly Setting[], at: number): readonly boolean[] {
  const values = new Set<boolean>();
  for (const { on, from, until } of settings) {
    if (from > at) break;
    if (until <= at) values.clear();
    values.add(on);
  }
  return [...values];
}

type Settings = Map<string, Setting[]>;

function readSettings(attempts: readonly Attempt[]): Settings {
  const found: Settings = new Map();
  function add(key: string, one: Setting) {
    const settings = found.get(key);
    if (settings) settings.push(one);
    else found.set(key, [one]);
  }
  for (const attempt of attempts) {
    const { step, outcome, code, sentAt, answeredAt, about, made } = attempt;
    const { caller, factor, on } = step.args;
    const until = outcome === 'unknown' ? Number.POSITIVE_INFINITY : answeredAt;
    // What does not exist is off.
    const isSet = outcome !== 'refused' || (code === 404 && !on);
    if (factor && isSet) add(`${caller} ${factor}`, { on, from: sentAt, until });
    if (made) add(made.id, { on: true, from: sentAt, until });
    if (about && outcome !== 'refused' && /^(rotate|revoke)Token$/.test(step.action))
      add(about.id, { on: false, from: sentAt, until });
  }
  return found;
}

/** ms by which the clocks of the database and of this process can differ: it is one machine. */
const clockError = 20;

/**
 * Returns from when on an attempt needed its rights: when it was sent, or, if it has written something, when it had the
 * lock, because the rights are checked after that. In ms of `performance.now`.
 */
function readWritten(log: readonly LogRow[]): ReadonlyMap<Attempt, number> {
  const found = new Map<Attempt, number>();
  for (const { attempt, time } of log)
    if (attempt && !found.has(attempt)) found.set(attempt, time - performance.timeOrigin - clockError);
  return found;
}

/** Reports attempts that were allowed without the rights of any moment in which they were made, and the reverse. */
export function checkRights(
  attempts: readonly Attempt[],
  log: readonly LogRow[],
  report: (line: string, attempt: Attempt) => void,
) {
  const written = readWritten(log);
  const settings = readSettings(attempts);
  for (const attempt of attempts) {
    const { step, token, outcome, code, answeredAt } = attempt;
    if (!token || outcome === 'unknown') continue;
    const since = Math.max(attempt.sentAt, written.get(attempt) ?? 0);
    const { right } = findAction(step.action);
    const identity = [`${token.caller} active`, token.id];
    const rights = right ? factorsByRight[right] : [[]];
    const toKeys = (factors: readonly string[]) => factors.map((factor) => `${token.caller} ${factor}`);
    const times = [since, answeredAt];
    for (const key of [...identity, ...rights.flatMap(toKeys)])
      for (const { from, until } of settings.get(key) ?? [])
        for (const at of [from, until]) if (at > since && at < answeredAt) times.push(at);
    const can = (at: number, key: string, value: boolean) =>
      possible(settings.get(key) ?? [], at).includes(value);
    const allOn = (keys: readonly string[]) => times.some((at) => keys.every((key) => can(at, key, true)));
    const oneOff = (keys: readonly string[]) => times.some((at) => keys.some((key) => can(at, key, false)));
    if (outcome === 'done' && !rights.some((factors) => allOn([...identity, ...toKeys(factors)])))
      report('allowed without a right to it', attempt);
    if (code === 401 && !oneOff(identity)) report('refused as unknown, with a valid token', attempt);
    if (code === 403 && !rights.every((factors) => oneOff(toKeys(factors))))
      report('refused with every right', attempt);
  }
}
