import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isDone, type Reply } from './client.js';

/** Does one write after the other, and remembers what the service has said to each. */
export type Write = (to: Client) => Promise<Reply>;

export interface Ledger {
  /** Those that write at the same time, each one thing at a time. */
  readonly writers: readonly Write[];
  /**
   * What the service shows, while nobody writes, that does not follow from what it has said, a line each.
   *
   * @param everything also what has been looked at before
   */
  contradictions(from: Client, everything: boolean): Promise<string[]>;
}

export interface Attempt {
  readonly sentAt: number;
  readonly ms: number;
  /** null: the connection broke */
  readonly reply: Reply | null;
}

/** Has all write at once until the signal. @param to whom the next write goes @param attempts grows meanwhile */
export async function hammer(
  ledgers: readonly Ledger[],
  to: () => Client,
  until: AbortSignal,
  attempts: Attempt[] = [],
): Promise<Attempt[]> {
  const work = async (write: Write) => {
    while (!until.aborted) {
      const sentAt = performance.now();
      const reply = await write(to()).catch(() => null);
      attempts.push({ sentAt, ms: performance.now() - sentAt, reply });
      if (!reply || !isDone(reply)) await sleep(20);
    }
  };
  await Promise.all(ledgers.flatMap(({ writers }) => writers.map(work)));
  return attempts;
}

export const acknowledged = (attempts: readonly Attempt[]) =>
  attempts.filter(({ reply }) => reply && isDone(reply)).length;

export const contradictions = async (ledgers: readonly Ledger[], from: Client, everything = false) =>
  (await Promise.all(ledgers.map((one) => one.contradictions(from, everything)))).flat();
