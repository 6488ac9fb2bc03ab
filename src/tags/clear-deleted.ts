import type { Database } from '../db/database.js';
import type { WaitingWork } from '../db/waiting-work.js';
import { doParts } from '../scheduling/background.js';
import { clearNext, deletedTagsWait, purgeNext } from './deleted-places-store.js';

/**
 * Clears the places of deleted tags in the background, in parts, and deletes them when `days` have passed since the
 * deletion.
 */
export const clearDeleted = (db: Database, days: number): WaitingWork => ({
  waits: deletedTagsWait(days),
  async run(signal) {
    await doParts(() => clearNext(db), signal);
    await doParts(() => purgeNext(db, days), signal);
  },
  retryMs: 60_000,
});
