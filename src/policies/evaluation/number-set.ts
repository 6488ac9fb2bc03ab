/** A set of whole numbers that are added in ascending order. */
export class NumberSet {
  readonly #list: number[] = [];
  #bits: Uint32Array | undefined;

  /** @param number not less than the numbers before it */
  add(number: number): void {
    if (this.#list[this.#list.length - 1] !== number) this.#list.push(number);
  }

  /** Returns the numbers that are in one of some sets. */
  static union(sets: readonly NumberSet[]): NumberSet {
    const union = new NumberSet();
    const numbers = new Set(sets.flatMap((set) => set.#list));
    for (const number of [...numbers].sort((a, b) => a - b)) union.add(number);
    return union;
  }

  /**
   * Whether one number is in all of some sets. Takes as many steps as the smallest set has numbers, `limit / 32` at most.
   *
   * @param limit above all numbers, the same in every call; no number may be added after the first call
   */
  static haveCommon(sets: readonly NumberSet[], limit: number): boolean {
    let [smallest] = sets;
    if (!smallest) return false;
    for (const set of sets) if (set.#list.length < smallest.#list.length) smallest = set;
    // From this length on, bits take no more memory than the list.
    if (smallest.#list.length <= limit / 32) {
      return smallest.#list.some((number) => sets.every((set) => set.#has(number, limit)));
    }
    const bits = sets.map((set) => set.#asBits(limit));
    return smallest.#asBits(limit).some((word, index) => {
      let common = word;
      for (const other of bits) common &= other[index]!;
      return common !== 0;
    });
  }

  #has(number: number, limit: number): boolean {
    if (this.#list.length > limit / 32) return isSet(this.#asBits(limit), number);
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
