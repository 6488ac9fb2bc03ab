import { setTimeout as wait } from 'node:timers/promises';
import { shared } from '../../scheduling/shared.js';
import type { Services } from '../../services.js';

export type Figures = Awaited<ReturnType<Services['measured']['figures']>>;

export interface KeptFigures {
  /** The last figures; undefined when none were ever read. */
  readonly figures: Figures | undefined;
  readonly ageSeconds: number;
  /** Whether the last read succeeded. */
  readonly isUp: boolean;
}

/**
 * Caches figures that are expensive to read from the database. They are read again when they are requested, but at most
 * every `everyMs`, or `retryMs` after a failure. A request waits for them at most `waitMs`.
 */
export function keptFigures(
  read: () => Promise<Figures>,
  { everyMs = 60_000, retryMs = 5_000, waitMs = 1_000 } = {},
): () => Promise<KeptFigures> {
  let last: { figures: Figures; at: number } | undefined;
  let isUp = false;
  let nextAt = 0;

  const readAgain = shared(async () => {
    try {
      last = { figures: await read(), at: performance.now() };
      isUp = true;
    } catch {
      isUp = false;
    }
    nextAt = performance.now() + (isUp ? everyMs : retryMs);
  });

  return async () => {
    if (performance.now() >= nextAt) {
      const ended = new AbortController();
      const late = wait(waitMs, true, { signal: ended.signal }).catch(() => false);
      if (await Promise.race([late, readAgain().then(() => false)])) isUp = false;
      ended.abort();
    }
    return { figures: last?.figures, ageSeconds: last ? (performance.now() - last.at) / 1_000 : 0, isUp };
  };
}
