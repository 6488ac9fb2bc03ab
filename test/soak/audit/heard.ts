import { type Heard, toHeard } from '../watch.js';
import type { LogRow } from './log.js';

/** The changes of tags in the log, as readers hear of them, in the order of their numbers. */
function expectHeard(log: readonly LogRow[]): Heard[] {
  return log
    .filter(({ key, seq }) => key.includes('|TAG|') && seq !== null)
    .sort((one, other) => one.seq! - other.seq!)
    .map(({ urn, key, operation }) => {
      const [, , column = '', tag = ''] = key.split('|');
      return toHeard(urn, column, operation, tag);
    });
}

/** Reports changes that a reader of the Events API has missed, or heard twice or in another order. */
export function checkReader(log: readonly LogRow[], heard: readonly Heard[], report: (line: string) => void) {
  const unnumbered = log.filter(({ seq }) => seq === null);
  if (unnumbered.length > 0) {
    const [{ urn, time, attempt }] = unnumbered as [LogRow];
    const age = Math.round(log.at(-1)!.time - time);
    report(
      `${unnumbered.length} changes have no number, although a reader has read all; the first is of ${urn}, ${age} ms ` +
        `before the last, of attempt ${attempt?.number}`,
    );
  }
  const expected = expectHeard(log);
  const at = expected.findIndex((one, index) => heard[index] !== one);
  if (at >= 0) report(`a reader of events has, at ${at}, ${heard[at]}, and not ${expected[at]}`);
  else if (heard.length > expected.length)
    report(`a reader of events has ${heard.length}, not ${expected.length}`);
}

/** Reports entities whose messages are not those of the log, in its order. */
export function checkWebhook(
  log: readonly LogRow[],
  heard: readonly Heard[],
  report: (line: string) => void,
) {
  const expected = expectHeard(log);
  const toUrn = (one: Heard) => one.split(' ', 1)[0]!;
  for (const urn of new Set(expected.map(toUrn))) {
    const [sent, said] = [heard, expected].map((all) => all.filter((one) => toUrn(one) === urn)) as [
      Heard[],
      Heard[],
    ];
    const at = said.findIndex((one, index) => sent[index] !== one);
    if (at >= 0) report(`a webhook has, at ${at} of ${urn}, ${sent[at]}, and not ${said[at]}`);
  }
}
