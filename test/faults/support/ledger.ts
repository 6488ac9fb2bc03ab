import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
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

export interface Load {
  /** Grows meanwhile. */
  readonly attempts: readonly Attempt[];
  /** @returns when the last write under way has its answer */
  end(): Promise<void>;
}

/** Has all write at once until it is ended. */
export function load(t: Test, ledgers: readonly Ledger[], to: Client): Load {
  const attempts: Attempt[] = [];
  let over = false;
  const work = async (write: Write) => {
    while (!over) {
      const sentAt = performance.now();
      const reply = await write(to).catch(() => null);
      attempts.push({ sentAt, ms: performance.now() - sentAt, reply });
      if (!reply || !isDone(reply)) await sleep(20);
    }
  };
  const works = ledgers.flatMap(({ writers }) => writers.map(work));
  const end = async () => {
    over = true;
    await Promise.all(works);
  };
  t.teardown(end);
  return { attempts, end };
}

export const acknowledged = (attempts: readonly Attempt[]) =>
  attempts.filter(({ reply }) => reply && isDone(reply)).length;

export const contradictions = async (ledgers: readonly Ledger[], from: Client, everything = false) =>
  (await Promise.all(ledgers.map((one) => one.contradictions(from, everything)))).flat();
