import type { Database } from '../../db/database.js';
import { type BackgroundWork, doParts, inBackground } from '../../scheduling/background.js';
import { countNext } from './fill-store.js';
import { sumChanges } from './sum-store.js';

const everyMs = 2_000;
/** A database that is away would fill the log. */
const retryMs = 60_000;

/** Counts in the background what was there before counts, and adds the changes of transactions to the counts. */
export const countUpkeep = (db: Database, onError: (error: unknown) => void): BackgroundWork =>
  inBackground(
    (signal) =>
      doParts(async () => {
        const isFilling = await countNext(db);
        return (await sumChanges(db)) || isFilling;
      }, signal),
    { everyMs, retryMs, onError },
  );
