import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { type BackgroundWork, inBackground } from '../../scheduling/background.js';
import { countNext } from './fill-store.js';
import { sumChanges } from './sum-store.js';

/** The pause between two transactions, for other work of the database. */
const pauseMs = 50;
const everyMs = 2_000;
/** A database that is away would fill the log. */
const retryMs = 60_000;

/** Counts in the background what was there before counts, and adds the changes of transactions to the counts. */
export const countUpkeep = (db: Database, onError: (error: unknown) => void): BackgroundWork =>
  inBackground(
    async (signal) => {
      const pause = () => sleep(pauseMs, undefined, { signal, ref: false });
      for (let left = true; left; ) {
        const isFilling = await countNext(db);
        left = (await sumChanges(db)) || isFilling;
        if (left) await pause();
      }
    },
    { everyMs, retryMs, onError },
  );
