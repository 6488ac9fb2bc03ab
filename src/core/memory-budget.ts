import { Busy } from './busy.js';

/** Gives the bytes back. Further calls do nothing. */
export type Release = () => void;

interface Waiter {
  readonly bytes: number;
  readonly owner: string | undefined;
  /** Whether the work is still needed. */
  readonly isNeeded: () => boolean;
  resolve(release: Release): void;
  reject(error: unknown): void;
}

const maxWaiting = 200;

/** Returns the error for work that exceeds the memory budget now. */
export const busy = () => new Busy('memory');

/**
 * Limits the bytes that work in progress takes in one process. All work of one owner together gets at most half of them,
 * so that others find the rest. Work that exceeds its limit counts with the limit: it runs when no other work does that has
 * no owner, or that has the same one.
 */
export class MemoryBudget {
  readonly total: number;
  #taken = 0;
  readonly #takenBy = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #oversized: object | null = null;

  /** @param total bytes */
  constructor(total: number) {
    this.total = total;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Returns the most bytes that work of an owner gets. */
  limitFor(owner: string | undefined): number {
    return owner === undefined ? this.total : this.total / 2;
  }

  /** Whether the bytes are available now. */
  fits(bytes: number, owner?: string): boolean {
    const share = Math.min(bytes, this.limitFor(owner));
    return this.#taken + share <= this.total && !this.#isOverHalf(share, owner);
  }

  /** Returns null when the bytes are not available now. */
  tryTake(bytes: number, owner?: string): Release | null {
    if (!this.fits(bytes, owner)) return null;
    const share = Math.min(bytes, this.limitFor(owner));
    this.#count(share, owner);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#count(-share, owner);
      this.#grantNext();
    };
  }

  /** Whether work can exceed its limit now: only one does at a time. It calls `endOversized` when it has ended. */
  tryOversized(work: object): boolean {
    this.#oversized ??= work;
    return this.#oversized === work;
  }

  endOversized(work: object): void {
    if (this.#oversized === work) this.#oversized = null;
  }

  /**
   * Waits until the bytes are available. Grants them in the order of the calls, and skips an owner whose half is in
   * use.
   *
   * @param isNeeded called when the bytes are available, because the client may have disconnected in the meantime
   * @throws SERVICE_UNAVAILABLE when more than 200 calls wait, or the work is no longer needed
   */
  async take(bytes: number, isNeeded: () => boolean, owner?: string): Promise<Release> {
    const isNext = this.#waiting.every((waiter) => this.#isOverHalf(waiter.bytes, waiter.owner));
    const release = isNext ? this.tryTake(bytes, owner) : null;
    if (release) return release;
    if (this.#waiting.length >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => this.#waiting.push({ bytes, owner, isNeeded, resolve, reject }));
  }

  #isOverHalf(bytes: number, owner: string | undefined): boolean {
    if (owner === undefined) return false;
    const limit = this.limitFor(owner);
    return (this.#takenBy.get(owner) ?? 0) + Math.min(bytes, limit) > limit;
  }

  #count(bytes: number, owner: string | undefined): void {
    this.#taken += bytes;
    if (owner === undefined) return;
    const taken = (this.#takenBy.get(owner) ?? 0) + bytes;
    if (taken > 0) this.#takenBy.set(owner, taken);
    else this.#takenBy.delete(owner);
  }

  #grantNext(): void {
    for (let index = 0; index < this.#waiting.length; ) {
      const next = this.#waiting[index]!;
      const isNeeded = next.isNeeded();
      const release = isNeeded ? this.tryTake(next.bytes, next.owner) : null;
      if (isNeeded && !release) {
        if (!this.#isOverHalf(next.bytes, next.owner)) return;
        index += 1;
        continue;
      }
      this.#waiting.splice(index, 1);
      if (release) next.resolve(release);
      else next.reject(busy());
    }
  }
}

/** Bytes that a body of 16 KB takes. */
export const uncounted = 196_608;

/** The memory that the work for one request takes from the budget. */
export class MemoryShare {
  readonly #budget: MemoryBudget;
  readonly #whenDone: (release: Release) => void;
  readonly #owner: string | undefined;
  readonly #limit: number;
  readonly #releases: Release[] = [];
  #taken = 0;

  /**
   * @param whenDone called when the first bytes are taken, with the function that releases all of them
   * @param owner who makes the request; without one it has no limit but the total
   */
  constructor(budget: MemoryBudget, whenDone: (release: Release) => void, owner?: string) {
    this.#budget = budget;
    this.#whenDone = whenDone;
    this.#owner = owner;
    this.#limit = budget.limitFor(owner);
  }

  /** Whether `reach` would take so many bytes now. */
  fits(bytes: number): boolean {
    return bytes <= uncounted || this.#budget.fits(bytes - this.#taken, this.#owner);
  }

  /**
   * Takes what is missing of so many bytes. Returns false when they are not available now. Few bytes are not counted:
   * the work for small requests ends faster than they could pile up.
   */
  reach(bytes: number): boolean {
    return bytes <= uncounted || this.add(bytes - this.#taken);
  }

  /** Takes more bytes, but never more than the request's limit. Returns false when they are not available now. */
  add(bytes: number): boolean {
    const isOversized = this.#owner !== undefined && this.#taken + bytes > this.#limit;
    if (isOversized && !this.#budget.tryOversized(this)) return false;
    const missing = Math.min(bytes, this.#limit - this.#taken);
    if (missing <= 0) return true;
    const release = this.#budget.tryTake(missing, this.#owner);
    if (!release) return false;
    this.#taken += missing;
    this.#releases.push(release);
    if (this.#releases.length === 1) this.#whenDone(() => this.release());
    return true;
  }

  /** Releases everything, for a refused request, so that other requests can use the memory. */
  release(): void {
    // Memory that is taken after this has a separate release.
    for (const one of this.#releases.splice(0)) one();
    this.#taken = 0;
    this.#budget.endOversized(this);
  }

  /** `MemoryBudget.take` for the same owner. With what the request has taken already, it waits for no more than its limit. */
  take(bytes: number, isNeeded: () => boolean): Promise<Release> {
    return this.#budget.take(Math.max(0, Math.min(bytes, this.#limit - this.#taken)), isNeeded, this.#owner);
  }
}
