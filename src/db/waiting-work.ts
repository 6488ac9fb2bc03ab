import type { Clock } from '../core/clock.js';
import type { BackgroundWork } from '../scheduling/background.js';
import { inBackground } from '../scheduling/background.js';
import type { Database } from './database.js';

/** Work in the background that the database tells of. */
export interface WaitingWork {
  /**
   * SQL, one cheap expression: the time from which something waits, in ms since the epoch, 0 for what waits now; null:
   * nothing waits. A function is called for each look, and passes values that differ between looks to `bind`.
   */
  readonly waits: string | ((bind: Bind) => string);
  /** Whether the plan of `waits` depends on its values, as with tables of months: the statement is then planned each time. */
  readonly customPlan?: boolean;
  /** Does the waiting work. It is also called once at the start, and ends soon after the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** The pause after a failure, in ms: a database that is away would fill the log. */
  readonly retryMs: number;
  /** Ends what `run` has left, when no run goes on any more. */
  stop?(): Promise<void>;
}

/** Passes a value to the statement. @returns the SQL of its parameter */
export type Bind = (value: unknown) => string;

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
  const options = works.some(({ customPlan }) => customPlan) ? { customPlan: true } : {};
  const running = new Set<Promise<void>>();
  /** The number of writes before the last look. */
  let seen = -1;
  let isFirst = true;

  async function look() {
    const writes = db.countWrites();
    if (writes === seen) return;
    seen = writes ?? -1;
    // The answer can be from before the end of a run that goes on now.
    const idle = new Set(entries.filter(({ isRunning }) => !isRunning));
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const due = works.map(({ waits }) => `(${typeof waits === 'string' ? waits : waits(bind)})::bigint`);
    const [row] = await db
      .query<{ due: (string | null)[] }>(`SELECT ARRAY[${due.join(', ')}]::text[] AS due`, values, options)
      .catch((error) => {
        seen = -1;
        throw error;
      });
    for (const [index, entry] of entries.entries()) {
      const due = row!.due[index]!;
      if (idle.has(entry)) entry.dueAt = due === null ? null : Number(due);
    }
  }

  function start(entry: Entry, signal: AbortSignal) {
    entry.isRunning = true;
    entry.dueAt = null;
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
      await Promise.all(works.map((work) => work.stop?.()));
    },
  };
}
