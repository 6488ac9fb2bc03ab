import { Busy, type RequestClass } from './busy.js';

/** Requests of one caller, and callers, that count as served. Only those behind them count as waiting. */
export const servedMax = 16;

/** Longest `Retry-After`, in seconds. */
const maxRetryAfter = 60;

/** In the order of arrival. */
class Line<Entry> {
  readonly #arrivals = new Map<Entry, number>();

  get size(): number {
    return this.#arrivals.size;
  }

  get waiting(): number {
    return Math.max(0, this.#arrivals.size - servedMax);
  }

  add(entry: Entry, now: number): void {
    this.#arrivals.set(entry, now);
  }

  remove(entry: Entry): void {
    this.#arrivals.delete(entry);
  }

  /** Returns the ms since the arrival of the first one that waits; 0: none waits. */
  waitedMs(now: number): number {
    if (this.waiting === 0) return 0;
    let place = 0;
    for (const arrival of this.#arrivals.values()) {
      if (place === servedMax) return now - arrival;
      place += 1;
    }
    return 0;
  }
}

export interface AdmissionLimits {
  /** Requests of all callers that may wait. Of one caller, half of them may. */
  readonly waitingMax: number;
  /** Time in ms after which requests are refused that would wait behind the oldest one that waits. */
  readonly waitMaxMs: number;
}

/**
 * Counts the requests of one class that have no response yet, and refuses new ones that would wait too long behind them.
 * It delays no request: those that it counts as waiting wait for connections, memory or the processor. Because only
 * requests behind others wait, a client that awaits each response is served by a machine of any speed.
 *
 * Callers take turns: the requests of one caller wait for each other, and callers wait for each other. So one caller with
 * many requests is refused, and the others are served, as they are by the database (`src/db/actor-limit.ts`).
 */
export class Admission {
  readonly #class: RequestClass;
  readonly #limits: AdmissionLimits;
  readonly #now: () => number;
  readonly #callers = new Line<string>();
  readonly #requests = new Map<string, Line<object>>();
  #size = 0;

  /** @param now in ms */
  constructor(requestClass: RequestClass, limits: AdmissionLimits, now = () => performance.now()) {
    this.#class = requestClass;
    this.#limits = limits;
    this.#now = now;
  }

  /** The number of requests without a response. */
  get size(): number {
    return this.#size;
  }

  /** The number of requests behind those that count as served. */
  get waiting(): number {
    return Math.max(0, this.#size - servedMax);
  }

  /** Returns the refusal of a new request of the caller; null: it is served, or waits a short time. */
  refusal(caller: string): Busy | null {
    const own = this.#requests.get(caller);
    const now = this.#now();
    const waitedMs = Math.max(own?.waitedMs(now) ?? 0, this.#callers.waitedMs(now));
    const { waitingMax, waitMaxMs } = this.#limits;
    const isLate = waitedMs >= waitMaxMs;
    const isFull = this.waiting >= waitingMax || (own?.waiting ?? 0) >= waitingMax / 2;
    if (!isLate && !isFull) return null;
    // Those that wait now are served after about the time that the oldest has waited.
    const retryAfterSeconds = Math.min(maxRetryAfter, Math.max(1, Math.ceil(waitedMs / 1_000)));
    return new Busy(this.#class, { retryAfterSeconds, waitedMs });
  }

  /**
   * Counts a request of the caller.
   *
   * @returns the function to call when it has its response. Further calls do nothing.
   * @throws Busy
   */
  enter(caller: string): () => void {
    const refusal = this.refusal(caller);
    if (refusal) throw refusal;
    const request = {};
    const own = this.#requests.get(caller) ?? new Line<object>();
    if (own.size === 0) {
      this.#requests.set(caller, own);
      this.#callers.add(caller, this.#now());
    }
    own.add(request, this.#now());
    this.#size += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#size -= 1;
      own.remove(request);
      // Behind the other callers: its next request is another turn.
      this.#callers.remove(caller);
      if (own.size > 0) this.#callers.add(caller, this.#now());
      else this.#requests.delete(caller);
    };
  }
}
