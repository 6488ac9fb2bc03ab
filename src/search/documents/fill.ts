import { setTimeout as sleep } from 'node:timers/promises';
import { type BackgroundWork, inBackground } from '../../scheduling/background.js';

/** The pause between two batches, for other work of the database. */
const pauseMs = 50;
const everyMs = 60_000;

/** Fills search documents in the background. While another process fills, it tries again every minute. */
export const searchFill = (deps: {
  /** @returns whether it has filled some */
  fillNext(): Promise<boolean>;
  onError(error: unknown): void;
}): BackgroundWork =>
  inBackground(
    async (signal) => {
      while (!signal.aborted && (await deps.fillNext()))
        await sleep(pauseMs, undefined, { signal, ref: false });
    },
    { everyMs, onError: deps.onError },
  );
