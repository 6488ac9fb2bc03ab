import type { Database } from '../../db/database.js';
import type { WaitingWork } from '../../db/waiting-work.js';
import { doParts } from '../../scheduling/background.js';
import { documentsWait, fillNext } from './rebuild-store.js';

/** Fills search documents in the background. */
export const searchFill = (db: Database): WaitingWork => ({
  waits: documentsWait,
  run: (signal) => doParts(() => fillNext(db), signal),
  retryMs: 60_000,
});
