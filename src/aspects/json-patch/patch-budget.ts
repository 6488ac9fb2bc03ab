import { PatchError } from './pointer.js';

/** Copies of copies double what they copy: this many characters a patch are enough for anything but that. */
const copiedMax = 1_000_000;
/** Characters that the copies and moves of all patches handle: a largest document, once. */
const handledMax = 20_000_000;
/** Elements that all "*" stand for, those included that have not what is to be removed. */
const lookedMax = 1_000_000;

/** What the patches of one request may cost beyond their own length. */
export class PatchBudget {
  #copied = 0;
  #handled = 0;
  #looked = 0;

  beginPatch(): void {
    this.#copied = 0;
  }

  /** @throws PatchError */
  copied<T>(value: T): T {
    const length = JSON.stringify(value).length;
    this.#copied += length;
    if (this.#copied > copiedMax) throw new PatchError(`copies make more than ${copiedMax} characters`);
    this.#handle(length);
    return value;
  }

  /** @throws PatchError */
  moved<T>(value: T): T {
    this.#handle(JSON.stringify(value).length);
    return value;
  }

  #handle(length: number) {
    this.#handled += length;
    if (this.#handled <= handledMax) return;
    throw new PatchError(`what is copied and moved has more than ${handledMax} characters`);
  }

  /** @throws PatchError */
  look(): void {
    this.#looked += 1;
    if (this.#looked > lookedMax) throw new PatchError(`"*" stands for more than ${lookedMax} elements`);
  }
}
