import { CatalogError } from './errors.js';

/** Gives back what was taken; further calls do nothing. */
export type Release = () => void;

interface Waiter {
  readonly bytes: number;
  /** Whether somebody still wants it. */
  readonly wanted: () => boolean;
  resolve(release: Release): void;
  reject(error: unknown): void;
}

const maxWaiting = 200;

/** @returns SERVICE_UNAVAILABLE, for work that memory has no place for now */
export const busy = () => new CatalogError('SERVICE_UNAVAILABLE', 'The service is busy. Try again later.');

/** Bytes that work in progress may take in one process. What takes more than there is in all waits until it is alone. */
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

  /** At once, or null. */
  tryTake(bytes: number): Release | null {
    const share = Math.min(bytes, this.total);
    if (this.#taken + share > this.total) return null;
    this.#taken += share;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#taken -= share;
      this.#admit();
    };
  }

  /**
   * In the order of asking.
   *
   * @param wanted asked when there is room; work that nobody waits for any more is not begun
   * @throws SERVICE_UNAVAILABLE when too many wait, or it is not wanted any more
   */
  async take(bytes: number, wanted: () => boolean): Promise<Release> {
    const release = this.#waiting.length === 0 ? this.tryTake(bytes) : null;
    if (release) return release;
    if (this.#waiting.length >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => this.#waiting.push({ bytes, wanted, resolve, reject }));
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (!next.wanted()) {
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
