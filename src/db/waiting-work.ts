import type { Clock } from '../core/clock.js';
import type { BackgroundWork } from '../scheduling/background.js';
import { inBackground } from '../scheduling/background.js';
import type { Database } from './database.js';

/** Work in the background that the database tells of. */
export interface WaitingWork {
  /**
   * SQL, one cheap expression: the time from which something waits, in ms since the epoch, 0 for what waits now; null:
   * nothing waits.
   */
  readonly waits: string;
  /** Does the waiting work. It is also called once at the start, and ends soon after the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** The pause after a failure, in ms: a database that is away would fill the log. */
  readonly retryMs: number;
}

interface Entry extends WaitingWork {
  /** When it runs next, in ms since the epoch; null: nothing waits. */
  dueAt: number | null;
  retryAt: number;
  isRunning: boolean;
}

/**
 * Runs each work when something waits for it. One statement a second asks for all of them; on a database that only this
 * process uses, only when something was written since the last one.
 */
export function runWaiting(
  db: Pick<Database, 'query' | 'countWrites'>,
  works: readonly WaitingWork[],
  { clock, onError, everyMs = 1_000 }: { clock: Clock; onError(error: unknown): void; everyMs?: number },
): BackgroundWork {
  const entries = works.map((work): Entry => ({ ...work, dueAt: 0, retryAt: 0, isRunning: false }));
  const sql = `SELECT ARRAY[${works.map(({ waits }) => `(${waits})::bigint`).join(', ')}]::text[] AS due`;
  const running = new Set<Promise<void>>();
  /** The number of writes before the last look. */
  let seen = -1;
  let isFirst = true;

  async function look() {
    const writes = db.countWrites();
    if (writes === seen) return;
    const [row] = await db.query<{ due: (string | null)[] }>(sql);
    for (const [index, entry] of entries.entries()) {
      const due = row!.due[index]!;
      entry.dueAt = due === null ? null : Number(due);
    }
    seen = writes ?? -1;
  }

  function start(entry: Entry, signal: AbortSignal) {
    entry.isRunning = true;
    const ended = entry
      .run(signal)
      .catch((error) => {
        entry.retryAt = clock() + entry.retryMs;
        if (!signal.aborted) onError(error);
      })
      .finally(() => {
        entry.isRunning = false;
        running.delete(ended);
        // It may have left something, without a write of its own.
        seen = -1;
      });
    running.add(ended);
  }

  const turns = inBackground(
    async (signal) => {
      if (!isFirst) await look();
      isFirst = false;
      const now = clock();
      for (const entry of entries)
        if (!entry.isRunning && entry.dueAt !== null && entry.dueAt <= now && entry.retryAt <= now)
          start(entry, signal);
    },
    { everyMs, retryMs: 10 * everyMs, onError },
  );

  return {
    start: turns.start,
    async stop() {
      await turns.stop();
      await Promise.all(running);
    },
  };
}
