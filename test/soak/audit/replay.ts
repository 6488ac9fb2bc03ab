import type { Effect, Made } from '../action.js';
import { findAction } from '../actions.js';
import { expectRows, type Facts, printRow, type Row, withFacts } from '../facts.js';
import type { Attempt } from '../play.js';
import { type Group, isMortal, type StoredRow } from './log.js';
import { findWindows, type Windows } from './window.js';

/** An entity as the log tells it. */
export interface History {
  readonly written: ReadonlySet<Attempt>;
  /** The facts after so many changes. */
  readonly states: readonly Facts[];
  readonly windows: Windows;
}

/** Of an entity without changes. */
export const untouched: History = {
  ...{ written: new Set(), states: [null] },
  windows: { find: () => [0, 0], disorder: -1 },
};

export const withoutMortal = (facts: Facts): Facts =>
  facts && new Map([...facts].filter(([key]) => !isMortal(key)));
const certain = (rows: readonly Row[]) =>
  rows
    .filter(({ key }) => !isMortal(key))
    .map(printRow)
    .sort();

const follow = (facts: Facts, rows: readonly Row[]): Facts =>
  facts &&
  withFacts(
    facts,
    rows
      .filter(({ key }) => isMortal(key))
      .map(({ key, operation }) => [key, operation === 'REMOVE' ? undefined : null]),
  );

/** Deprecations are only modified. */
const hadNone = (operation: string, before: string | null) =>
  operation === 'ADD' || (operation === 'MODIFY' && before === null);

const invert = (facts: Facts, rows: readonly Row[]): Facts =>
  facts &&
  withFacts(
    facts,
    [...rows]
      .reverse()
      .map(({ key, operation, before }) => [key, hadNone(operation, before) ? undefined : before]),
  );

/** Finds what each attempt must have made of each entity. @param calls the rows of each call */
export function effectFinder(made: Made, calls: ReadonlyMap<string, readonly StoredRow[]>) {
  return ({ step }: Attempt): ReadonlyMap<string, Effect> => {
    const action = findAction(step.action);
    const taken = action.takesBack?.(step.args);
    if (taken === undefined) return action.effects?.(step.args, made) ?? new Map();
    const rows = calls.get(made.callOf(taken) ?? '') ?? [];
    return new Map(
      rows.map(({ urn }) => [
        urn,
        (before) =>
          invert(
            before,
            rows.filter((row) => row.urn === urn),
          ),
      ]),
    );
  };
}

const printGroups = (groups: readonly Group[]) =>
  groups
    .map(({ attempt, rows }) => {
      const who = attempt ? `${attempt.number} ${attempt.step.action}` : 'no attempt';
      return `${who} [${rows.map(printRow)}]`;
    })
    .join('; ');

/**
 * Replays the changes of an entity: each must be what its attempt makes of the facts before it, once, and in an order
 * that the clients have seen.
 */
export function replay(
  urn: string,
  groups: readonly Group[],
  findEffects: (attempt: Attempt) => ReadonlyMap<string, Effect>,
  report: (line: string, attempt?: Attempt) => void,
): History {
  const states: Facts[] = [null];
  let [facts, last]: Facts[] = [null, null];
  const written = new Set<Attempt>();
  for (const [at, { attempt, rows }] of groups.entries()) {
    const effect = attempt && findEffects(attempt).get(urn);
    let next = facts as Facts;
    if (!attempt || !effect) {
      if (certain(rows).length > 0)
        report(`${urn}: changes that no attempt asked for: ${certain(rows)}`, rows[0]!.attempt ?? undefined);
    } else {
      if (attempt.outcome === 'refused' && !findAction(attempt.step.action).isInSteps)
        report(`${urn}: refused with ${attempt.code}, and written: ${certain(rows)}`, attempt);
      if (written.has(attempt)) report(`${urn}: written twice: ${certain(rows)}`, attempt);
      written.add(attempt);
      const after = effect(facts as Facts, last as Facts);
      const expected = after === undefined ? undefined : certain(expectRows(facts as Facts, after));
      const found = certain(rows);
      if (expected?.join() !== found.join())
        report(
          `${urn}: the log has [${found}], not [${expected ?? 'a refusal'}], after ${printGroups(groups.slice(Math.max(0, at - 8), at))}`,
          attempt,
        );
      next = after ?? null;
    }
    next = follow(next, rows);
    // Of a tag, `restoreTag` restores the properties that it had when it was deleted last and had some.
    if (facts && !next && (facts.size > 0 || last === null)) last = facts;
    facts = next;
    states.push(facts);
  }
  const windows = findWindows(groups);
  if (windows.disorder >= 0)
    report(
      `${urn}: change ${windows.disorder} was made before one that was sent later`,
      groups[windows.disorder]!.attempt ?? undefined,
    );
  return { written, states, windows };
}

/** Reports an attempt that was done and left no change, although it would have changed every state of its time. */
export function checkWithoutRows(
  urn: string,
  { states, windows, written }: History,
  attempt: Attempt,
  effect: Effect,
  report: (line: string, attempt: Attempt) => void,
) {
  if (attempt.outcome !== 'done' || written.has(attempt)) return;
  const [first, end] = windows.find(attempt);
  for (let at = first; at <= end; at += 1) {
    const after = effect(states[at]!, null);
    if (after !== undefined && certain(expectRows(states[at]!, after)).length === 0) return;
  }
  report(`${urn}: acknowledged, and not written`, attempt);
}
