import { PatchError } from './pointer.js';

/** Characters that the copies of one patch may create. Repeated copies grow exponentially. */
const copiedMax = 1_000_000;
/**
 * Characters that may be copied, moved, or patched again after the same batch has changed them: those of the largest
 * document.
 */
const transferredMax = 20_000_000;
/** Elements that all "*" may match, including those without the value to remove. */
const matchesMax = 1_000_000;

/** Elements of arrays that insertions and removals before them may move. */
const shiftedMax = 100_000_000;

/** Limits the work that the patches of one request cause beyond their own size. */
export class PatchBudget {
  #copied = 0;
  #transferred = 0;
  #matches = 0;
  #shifted = 0;

  /** Whether all patches together, and not a single one, have had too much. */
  get isSpent(): boolean {
    return this.#transferred > transferredMax || this.#matches > matchesMax || this.#shifted > shiftedMax;
  }

  beginPatch(): void {
    this.#copied = 0;
  }

  /** @throws PatchError */
  copied<T>(value: T): T {
    const length = JSON.stringify(value).length;
    this.#copied += length;
    if (this.#copied > copiedMax) throw new PatchError(`copies create more than ${copiedMax} characters`);
    this.#transfer(length);
    return value;
  }

  /** @throws PatchError */
  moved<T>(value: T): T {
    this.#transfer(JSON.stringify(value).length);
    return value;
  }

  /** @param length of an aspect that is patched again */
  hasRoomFor(length: number): boolean {
    this.#transferred += length;
    return this.#transferred <= transferredMax;
  }

  #transfer(length: number) {
    if (!this.hasRoomFor(length))
      throw new PatchError(`copied and moved values have more than ${transferredMax} characters`);
  }

  /** @param count the elements after an inserted or removed one @throws PatchError */
  shifted(count: number): void {
    this.#shifted += count;
    if (this.#shifted > shiftedMax)
      throw new PatchError(`insertions and removals move more than ${shiftedMax} elements of arrays`);
  }

  /** @throws PatchError */
  countMatch(): void {
    this.#matches += 1;
    if (this.#matches > matchesMax) throw new PatchError(`"*" matches more than ${matchesMax} elements`);
  }
}
