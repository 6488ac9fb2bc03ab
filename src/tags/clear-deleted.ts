import type { Deps } from '../deps.js';
import { type BackgroundWork, doParts, inBackground } from '../scheduling/background.js';
import { clearNext, purgeNext } from './deleted-places-store.js';

const everyMs = 2_000;
const retryMs = 60_000;

/**
 * Clears the places of deleted tags in the background, in parts, and deletes them when `DELETED_TAG_DAYS` have passed
 * since the deletion.
 */
export const clearDeleted = ({ db, config, onBackgroundError }: Deps): BackgroundWork =>
  inBackground(
    async (signal) => {
      await doParts(() => clearNext(db), signal);
      await doParts(() => purgeNext(db, config.DELETED_TAG_DAYS), signal);
    },
    { everyMs, retryMs, onError: onBackgroundError },
  );
