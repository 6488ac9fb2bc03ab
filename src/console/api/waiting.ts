import { signal } from '@preact/signals';

/** What the page waits for, as a sentence; null: for nothing, or not for long. */
export const waiting = signal<string | null>(null);

const shownAfterMs = 10_000;
const everyMs = 1_000;
/** The sentence changes this often: a screen reader reads each one. */
const stepSeconds = 10;

interface Wait {
  readonly isChange: boolean;
  readonly since: number;
}

/** In the order of their beginning. */
const waits = new Set<Wait>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Notes that a request waits for its response. @returns the function to call when it does not wait any more */
export function noteWaiting(isChange: boolean): () => void {
  const wait = { isChange, since: performance.now() };
  waits.add(wait);
  timer ??= setInterval(show, everyMs);
  return () => {
    waits.delete(wait);
    show();
  };
}

function show(): void {
  const [oldest] = waits;
  if (oldest === undefined) {
    clearInterval(timer);
    timer = undefined;
  }
  waiting.value = oldest === undefined ? null : describe(oldest);
}

function describe({ isChange, since }: Wait): string | null {
  const ms = performance.now() - since;
  if (ms < shownAfterMs) return null;
  const seconds = stepSeconds * Math.floor(ms / 1_000 / stepSeconds);
  return isChange
    ? `The service is slow: a change has had no response for ${seconds} seconds. The page waits for it.`
    : `The service is slow: data has been loading for ${seconds} seconds. The page waits for it.`;
}
