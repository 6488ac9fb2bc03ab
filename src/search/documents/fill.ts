import type { AspectStorage } from '../../aspects/kernel.js';
import type { WaitingWork } from '../../db/waiting-work.js';
import { doParts } from '../../scheduling/background.js';
import { documentsWait, fillNext } from './rebuild-store.js';

/** Fills search documents in the background. */
export const searchFill = (storage: AspectStorage): WaitingWork => ({
  waits: documentsWait,
  run: (signal) => doParts(() => fillNext(storage), signal),
  retryMs: 60_000,
});
