import { CatalogError } from './errors.js';

/** Gives the bytes back. Further calls do nothing. */
export type Release = () => void;

interface Waiter {
  readonly bytes: number;
  /** Whether the work is still needed. */
  readonly isNeeded: () => boolean;
  resolve(release: Release): void;
  reject(error: unknown): void;
}

const maxWaiting = 200;

/** Returns the error for work that exceeds the memory budget now. */
export const busy = () => new CatalogError('SERVICE_UNAVAILABLE', 'The service is busy. Try again later.');

/** Limits the bytes that work in progress takes in one process. Work that exceeds the total runs when no other does. */
export class MemoryBudget {
  readonly total: number;
  #taken = 0;
  readonly #waiting: Waiter[] = [];

  /** @param total bytes */
  constructor(total: number) {
    this.total = total;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Returns null when the bytes are not available now. */
  tryTake(bytes: number): Release | null {
    const share = Math.min(bytes, this.total);
    if (this.#taken + share > this.total) return null;
    this.#taken += share;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#taken -= share;
      this.#grantNext();
    };
  }

  /**
   * Waits until the bytes are available. Grants them in the order of the calls.
   *
   * @param isNeeded called when the bytes are available, because the client may have left meanwhile
   * @throws SERVICE_UNAVAILABLE when more than 200 calls wait, or the work is not needed any more
   */
  async take(bytes: number, isNeeded: () => boolean): Promise<Release> {
    const release = this.#waiting.length === 0 ? this.tryTake(bytes) : null;
    if (release) return release;
    if (this.#waiting.length >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => this.#waiting.push({ bytes, isNeeded, resolve, reject }));
  }

  #grantNext(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (!next.isNeeded()) {
        this.#waiting.shift();
        next.reject(busy());
        continue;
      }
      const release = this.tryTake(next.bytes);
      if (!release) return;
      this.#waiting.shift();
      next.resolve(release);
    }
  }
}

/** Bytes that a body of 16 KB takes. */
const uncounted = 196_608;

/** What the work for one request takes from the budget. */
export class MemoryShare {
  readonly #budget: MemoryBudget;
  readonly #whenDone: (release: Release) => void;
  readonly #releases: Release[] = [];
  #taken = 0;

  /** @param whenDone called once, when the first bytes are taken, with what gives all of them back */
  constructor(budget: MemoryBudget, whenDone: (release: Release) => void) {
    this.#budget = budget;
    this.#whenDone = whenDone;
  }

  /**
   * Takes what is missing of so many bytes. Returns false when they are not available now. Few bytes are not counted:
   * the work for small requests ends faster than they could pile up.
   */
  reach(bytes: number): boolean {
    return bytes <= uncounted || this.add(bytes - this.#taken);
  }

  /** Takes more bytes, but never more than the budget has in all. Returns false when they are not available now. */
  add(bytes: number): boolean {
    const missing = Math.min(bytes, this.#budget.total - this.#taken);
    if (missing <= 0) return true;
    const release = this.#budget.tryTake(missing);
    if (!release) return false;
    this.#taken += missing;
    this.#releases.push(release);
    if (this.#releases.length === 1) {
      this.#whenDone(() => {
        for (const one of this.#releases) one();
      });
    }
    return true;
  }
}
