import { findAction } from '../actions.js';
import { isShown } from '../actions-that-read.js';
import { expectRows, type Facts, printRow } from '../facts.js';
import type { Attempt } from '../play.js';
import { datasets } from '../world.js';
import { type History, untouched, withoutMortal } from './replay.js';

export const shown = (facts: Facts): Facts =>
  withoutMortal(facts && new Map([...facts].filter(([key]) => isShown(key))));

export const isSame = (one: Facts, other: Facts): boolean =>
  (one === null) === (other === null) && expectRows(one, other).length === 0;

/** The facts of one kind. A response reads each kind in a statement of its own, so it can show each at another moment. */
const toKind = (key: string) => key.split('|', 2).join('|');
const ofKind = (facts: Facts, kind: string) =>
  new Map([...(facts ?? [])].filter(([key]) => toKind(key) === kind));

/** Whether states explain an answer: one explains that the entity exists or not, and one explains each kind of its facts. */
function areExplained(facts: Facts, possible: readonly Facts[]): boolean {
  if (!possible.some((state) => (state === null) === (facts === null))) return false;
  const kinds = new Set([facts, ...possible].flatMap((one) => [...(one ?? new Map()).keys()].map(toKind)));
  return [...kinds].every(
    (kind) => facts === null || possible.some((state) => isSame(ofKind(state, kind), ofKind(facts, kind))),
  );
}

/** Reports answers that no states between sending and answer explain. */
export function checkReads(
  attempts: readonly Attempt[],
  histories: ReadonlyMap<string, History>,
  report: (line: string, attempt: Attempt) => void,
) {
  for (const attempt of attempts) {
    const { reads } = findAction(attempt.step.action);
    if (!reads || attempt.outcome !== 'done') continue;
    const { args } = attempt.step;
    for (const [urn, facts] of reads.facts?.(args, attempt.data) ?? []) {
      const { states, windows } = histories.get(urn) ?? untouched;
      const [first, end] = windows.find(attempt);
      const possible = states.slice(first, end + 1).map(shown);
      if (areExplained(shown(facts), possible)) continue;
      const found = expectRows(possible[0]!, shown(facts)).map(printRow);
      report(
        `${urn}: an answer that ${possible.length} states do not explain; from the first: ${found}`,
        attempt,
      );
    }
    for (const { counted, counts } of reads.totals?.(args, attempt.data) ?? []) {
      const ofEach = datasets.map((urn) => {
        const { states, windows } = histories.get(urn) ?? untouched;
        const [first, end] = windows.find(attempt);
        return states.slice(first, end + 1).map(counts);
      });
      const least = ofEach.filter((one) => one.every(Boolean)).length;
      const most = ofEach.filter((one) => one.some(Boolean)).length;
      if (counted < least || counted > most)
        report(`a total of ${counted}, not ${least} to ${most}`, attempt);
    }
  }
}
