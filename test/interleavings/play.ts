import { setTimeout as sleep } from 'node:timers/promises';
import type { Enter, Step } from './gates.js';

interface Waiting extends Step {
  go(): void;
}

/** One of several requests that run at the same time: its statements wait until they are let through. */
export class Player {
  readonly waiting: Waiting[] = [];
  /** Statements that were let through and have not ended. */
  running = 0;
  isPlaying = false;
  onChange = () => {};

  constructor(readonly name: string) {}

  readonly enter: Enter = async (step) => {
    if (!this.isPlaying) return () => {};
    await new Promise<void>((resolve) => {
      const go = () => {
        this.running += 1;
        resolve();
      };
      this.waiting.push({ ...step, go });
      this.onChange();
    });
    return () => {
      this.running -= 1;
      this.onChange();
    };
  };
}

/** A player whose next statement can be let through. */
export interface Choice extends Step {
  readonly player: number;
}

/** Returns how many statements of each player wait for a lock that a player has. */
export type ReadBlocked = () => Promise<ReadonlyMap<string, number>>;

/**
 * Runs requests at the same time, one statement after the other. A statement that waits for a lock of another request
 * ends when that one lets the lock go.
 *
 * @param choose returns which of the players is next
 */
export async function play<T>(
  players: readonly Player[],
  requests: readonly (() => Promise<T>)[],
  readBlocked: ReadBlocked,
  choose: (choices: readonly Choice[]) => Choice,
): Promise<T[]> {
  let changes = 0;
  let notice = () => {};
  for (const player of players) {
    player.isPlaying = true;
    player.onChange = () => {
      changes += 1;
      notice();
    };
  }
  async function nextChange(since: number): Promise<void> {
    if (since === changes)
      await new Promise<void>((resolve) => {
        notice = resolve;
      });
  }

  /** Resolves when each player has ended, waits for its turn, or waits for a lock of another. */
  async function settle(): Promise<void> {
    for (;;) {
      const before = changes;
      const playing = players.filter((player) => player.isPlaying);
      const works = playing.some(({ running, waiting }) => running === 0 && waiting.length === 0);
      const running = playing.filter((player) => player.running > 0);
      if (!works && running.length === 0) return;
      if (works) await nextChange(before);
      else {
        await Promise.race([sleep(3), nextChange(before)]);
        if (before !== changes) continue;
        const blocked = await Promise.race([readBlocked(), nextChange(before)]);
        if (blocked && before === changes && running.every((one) => blocked.get(one.name) === one.running)) {
          // If all wait, PostgreSQL ends a deadlock.
          if (running.length < playing.length) return;
          await nextChange(before);
        }
      }
    }
  }

  const answers = requests.map(async (request, index) => {
    try {
      return await request();
    } finally {
      const player = players[index]!;
      player.isPlaying = false;
      player.onChange();
    }
  });
  const all = Promise.all(answers);
  // The error is thrown at the end.
  all.catch(() => {});
  for (;;) {
    await settle();
    const choices = players.flatMap(({ running, waiting: [step] }, player) =>
      step && running === 0 ? [{ player, kind: step.kind, text: step.text }] : [],
    );
    if (choices.length === 0) return all;
    players[choose(choices).player]!.waiting.shift()!.go();
  }
}
