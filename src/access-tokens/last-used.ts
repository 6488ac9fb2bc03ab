import type { Clock } from '../core/clock.js';

/** Records when tokens were last used, to the minute. Requests do not wait for the database. */
export interface LastUsed {
  /** @param known the time that the database has */
  record(id: string, known: number | null): void;
  /** Saves the recorded times. */
  flush(): Promise<void>;
}

const precisionMs = 60_000;
const delayMs = 1_000;

export function lastUsedRecorder(
  save: (times: ReadonlyMap<string, number>) => Promise<void>,
  clock: Clock,
  onError: (error: unknown) => void,
): LastUsed {
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush() {
    clearTimeout(timer);
    timer = undefined;
    const times = pending;
    pending = new Map();
    if (times.size > 0) await save(times).catch(onError);
  }

  return {
    record(id, known) {
      const now = clock();
      if (known !== null && now - known < precisionMs) return;
      pending.set(id, now);
      timer ??= setTimeout(flush, delayMs).unref();
    },
    flush,
  };
}
