/**
 * Work that runs one after the other, in the order in which it asks for its turn. The mutex of PGlite does the same, but a
 * start would load all of PGlite for it, which only its thread needs.
 */
export class Turns {
  #open = 0;
  #last: Promise<void> = Promise.resolve();

  /** Whether some work has its turn or waits for it. */
  get isTaken(): boolean {
    return this.#open > 0;
  }

  /** Waits for the turn. Returns the function that ends it. */
  async take(): Promise<() => void> {
    this.#open += 1;
    const before = this.#last;
    let end!: () => void;
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#open -= 1;
      end();
    };
  }
}
