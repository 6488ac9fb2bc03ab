import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { type Client, isDone, type Reply } from './client.js';

/** Sends one write and records the service's reply. */
export type Write = (to: Client) => Promise<Reply>;

export interface Ledger {
  /** Writers that run concurrently; each sends one write at a time. */
  readonly writers: readonly Write[];
  /**
   * Returns how the service's data contradicts its replies, one per line. Called while nothing writes.
   *
   * @param all also checks data that was checked before
   */
  contradictions(from: Client, all: boolean): Promise<string[]>;
}

export interface Attempt {
  readonly sentAt: number;
  readonly ms: number;
  /** Null when the connection broke. */
  readonly reply: Reply | null;
}

export interface Load {
  /** Grows while the load runs. */
  readonly attempts: readonly Attempt[];
  /** Stops the load. Resolves when the last write has its reply. */
  end(): Promise<void>;
}

/** Runs all writers concurrently until `end` is called. */
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
  const pending = ledgers.flatMap(({ writers }) => writers.map(work));
  const end = async () => {
    over = true;
    await Promise.all(pending);
  };
  t.teardown(end);
  return { attempts, end };
}

export const acknowledged = (attempts: readonly Attempt[]) =>
  attempts.filter(({ reply }) => reply && isDone(reply)).length;

export const contradictions = async (ledgers: readonly Ledger[], from: Client, all = false) =>
  (await Promise.all(ledgers.map((one) => one.contradictions(from, all)))).flat();
