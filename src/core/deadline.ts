/**
 * When the answer to a request is due. Work for the request is told when that time has passed, so that it can be
 * cancelled. A change whose outcome is open postpones the answer until it is known.
 */
export class Deadline {
  #passed = false;
  #open = 0;
  /** Made with the first listener: most requests have none. */
  #listeners: Set<() => void> | undefined;

  get passed(): boolean {
    return this.#passed;
  }

  /** A change was sent to the database, and its outcome is not known yet. */
  get isSettling(): boolean {
    return this.#open > 0;
  }

  /** Some work will end, and so answer the request, because the deadline passes. */
  get isHeard(): boolean {
    return this.#listeners !== undefined && this.#listeners.size > 0;
  }

  /** Called by whoever keeps the time. */
  pass(): void {
    this.#passed = true;
    for (const listener of this.#listeners ?? []) listener();
  }

  /** Calls `listener` when the deadline passes. @returns a function that removes the listener */
  onPass(listener: () => void): () => void {
    const listeners = this.#listeners ?? new Set();
    this.#listeners = listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Postpones the answer until the outcome is known. */
  async settle<T>(outcome: Promise<T>): Promise<T> {
    this.#open += 1;
    try {
      return await outcome;
    } finally {
      this.#open -= 1;
    }
  }
}

/**
 * Runs work that several requests share, under a deadline that passes when the last of theirs has passed. All of
 * them wait for the outcome.
 *
 * @param deadlines where one is undefined, the work takes as long as it takes
 */
export async function shareDeadline<T>(
  deadlines: readonly (Deadline | undefined)[],
  work: (deadline: Deadline | undefined) => Promise<T>,
): Promise<T> {
  const distinct = new Set(deadlines);
  if (distinct.size === 1) return work(deadlines[0]);
  if (distinct.has(undefined)) return work(undefined);
  const all = [...distinct] as Deadline[];
  const last = new Deadline();
  const check = () => {
    if (all.every(({ passed }) => passed)) last.pass();
  };
  const removers = all.map((deadline) => deadline.onPass(check));
  check();
  try {
    return await all.reduce((outcome, deadline) => deadline.settle(outcome), work(last));
  } finally {
    for (const remove of removers) remove();
  }
}
