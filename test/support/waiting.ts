import type { Test } from 'tap';
import type { Clock } from '../../src/core/clock.js';
import type { Database } from '../../src/db/database.js';
import { runWaiting, type WaitingWork } from '../../src/db/waiting-work.js';

/** Runs one work as a process does that looks at the database often. */
export function startWaiting(
  t: Test,
  db: Database,
  work: WaitingWork,
  {
    clock = Date.now,
    everyMs = 20,
    onError = (error) => t.fail(String(error)),
  }: { clock?: Clock; everyMs?: number; onError?(error: unknown): void } = {},
) {
  const background = runWaiting(db, [work], { clock, onError, everyMs });
  background.start();
  t.teardown(() => background.stop());
  return background;
}
