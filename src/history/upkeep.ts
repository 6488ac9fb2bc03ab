import { dayMs } from '../core/clock.js';
import type { Deps } from '../deps.js';
import { type BackgroundWork, doParts, inBackground } from '../scheduling/background.js';
import { createMonths, dropMonth } from './month-store.js';

const everyMs = 3_600_000;

/** Creates months for coming changes, and drops those whose changes are all older than `CHANGE_EVENTS_DAYS`. */
export const historyUpkeep = ({ db, clock, config, onBackgroundError }: Deps): BackgroundWork =>
  inBackground(
    async (signal) => {
      await createMonths(db, clock());
      await doParts(() => dropMonth(db, clock() - config.CHANGE_EVENTS_DAYS * dayMs, signal), signal);
    },
    { everyMs, onError: onBackgroundError },
  );
