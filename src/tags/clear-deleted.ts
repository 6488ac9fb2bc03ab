import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import { clearNext, purgeNext } from './deleted-places-store.js';

/** The pause between two transactions, for other work of the database. */
const pauseMs = 50;
const everyMs = 2_000;
const retryMs = 60_000;

/**
 * Clears the places of deleted tags in the background, in parts, and deletes them when `DELETED_TAG_DAYS` have passed
 * since the deletion.
 */
export const clearDeleted = ({ db, config, onBackgroundError }: Deps): BackgroundWork =>
  inBackground(
    async (signal) => {
      const whileThereIsMore = async (next: () => Promise<boolean>) => {
        while (await next()) await sleep(pauseMs, undefined, { signal, ref: false });
      };
      await whileThereIsMore(() => clearNext(db));
      await whileThereIsMore(() => purgeNext(db, config.DELETED_TAG_DAYS));
    },
    { everyMs, retryMs, onError: onBackgroundError },
  );
