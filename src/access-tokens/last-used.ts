import type { Clock } from '../core/clock.js';

/** Keeps when tokens were last used, to the minute, behind the requests' back. */
export interface LastUse {
  note(id: string, known: number | null): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
}

const precisionMs = 60_000;
const delayMs = 1_000;

export function lastUse(
  save: (uses: ReadonlyMap<string, number>) => Promise<void>,
  clock: Clock,
  onError: (error: unknown) => void,
): LastUse {
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush() {
    clearTimeout(timer);
    timer = undefined;
    const uses = noted;
    noted = new Map();
    if (uses.size > 0) await save(uses).catch(onError);
  }

  return {
    note(id, known) {
      const now = clock();
      if (known !== null && now - known < precisionMs) return;
      noted.set(id, now);
      timer ??= setTimeout(flush, delayMs).unref();
    },
    flush,
  };
}
