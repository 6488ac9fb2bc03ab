import type { Database } from '../../db/database.js';
import type { WaitingWork } from '../../db/waiting-work.js';
import { doParts } from '../../scheduling/background.js';
import { countNext } from './fill-store.js';
import { countsWait, sumChanges } from './sum-store.js';

/** Counts in the background what was there before counts, and adds the changes of transactions to the counts. */
export const countUpkeep = (db: Database): WaitingWork => ({
  waits: countsWait,
  run: (signal) =>
    doParts(async () => {
      const isFilling = await countNext(db);
      return (await sumChanges(db)) || isFilling;
    }, signal),
  retryMs: 60_000,
});
