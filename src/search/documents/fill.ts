import { type BackgroundWork, doParts, inBackground } from '../../scheduling/background.js';

const everyMs = 60_000;

/** Fills search documents in the background. While another process fills, it tries again every minute. */
export const searchFill = (deps: {
  /** @returns whether it has filled some */
  fillNext(): Promise<boolean>;
  onError(error: unknown): void;
}): BackgroundWork =>
  inBackground((signal) => doParts(deps.fillNext, signal), { everyMs, onError: deps.onError });
