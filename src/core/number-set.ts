/** A set of whole numbers that are added in ascending order. */
export class NumberSet {
  readonly #list: number[] = [];
  #bits: Uint32Array | undefined;

  /** @param number not less than the numbers before it */
  add(number: number): void {
    if (this.#list[this.#list.length - 1] !== number) this.#list.push(number);
  }

  /**
   * Whether the sets have a number in common. Takes as many steps as the smaller set has numbers, `limit / 32` at most.
   *
   * @param limit above all numbers, the same in every call; no number may be added after the first call
   */
  intersects(other: NumberSet, limit: number): boolean {
    if (this.#list.length > other.#list.length) return other.intersects(this, limit);
    // From this length on, bits take no more memory than the list.
    const few = limit / 32;
    if (other.#list.length <= few) return this.#list.some((number) => other.#includes(number));
    const theirs = other.#asBits(limit);
    if (this.#list.length <= few) return this.#list.some((number) => isSet(theirs, number));
    const mine = this.#asBits(limit);
    for (let index = 0; index < mine.length; index += 1) {
      if ((mine[index]! & theirs[index]!) !== 0) return true;
    }
    return false;
  }

  #includes(number: number): boolean {
    let [low, high] = [0, this.#list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#list[middle]! < number) low = middle + 1;
      else high = middle;
    }
    return this.#list[low] === number;
  }

  #asBits(limit: number): Uint32Array {
    if (this.#bits) return this.#bits;
    const bits = new Uint32Array((limit + 31) >> 5);
    for (const number of this.#list) bits[number >> 5]! |= 1 << (number & 31);
    this.#bits = bits;
    return bits;
  }
}

const isSet = (bits: Uint32Array, number: number) => ((bits[number >> 5]! >> (number & 31)) & 1) === 1;
