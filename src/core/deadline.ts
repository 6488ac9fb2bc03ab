/** The deadline of the request has passed. Has the code of PostgreSQL's own timeout for a lock or a statement. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
  readonly code: string;

  /** @param options.wasWaiting the statement was waiting for a lock or a connection */
  constructor({ wasWaiting, cause }: { wasWaiting: boolean; cause?: unknown }) {
    super('the deadline of the request has passed', { cause });
    this.code = wasWaiting ? '55P03' : '57014';
  }
}

/**
 * When the response to a request is due. Calls its listeners when that time has passed, so that the work for the
 * request is cancelled. A write with an unknown outcome postpones the response until the outcome is known.
 */
export class Deadline {
  #passed = false;
  #settling = 0;
  /** Created with the first listener, because most requests have none. */
  #listeners: Set<() => void> | undefined;

  get passed(): boolean {
    return this.#passed;
  }

  /** Whether a write was sent to the database and its outcome is not known yet. */
  get isSettling(): boolean {
    return this.#settling > 0;
  }

  /** Whether some work will end when the deadline passes, and then respond to the request. */
  get hasListeners(): boolean {
    return this.#listeners !== undefined && this.#listeners.size > 0;
  }

  /** Called by the timer of the request. */
  pass(): void {
    this.#passed = true;
    for (const listener of this.#listeners ?? []) listener();
  }

  /** Calls `listener` when the deadline passes. Returns a function that removes the listener. */
  onPass(listener: () => void): () => void {
    const listeners = this.#listeners ?? new Set();
    this.#listeners = listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /**
   * Declares that the work itself responds to the request after the deadline. Returns a function that withdraws this.
   */
  claimAnswer(): () => void {
    return this.onPass(() => {});
  }

  /** Postpones the response until the outcome is known. */
  async settle<T>(outcome: Promise<T>): Promise<T> {
    this.#settling += 1;
    try {
      return await outcome;
    } finally {
      this.#settling -= 1;
    }
  }
}

/**
 * Runs work that several requests share. Its deadline passes when the deadlines of all requests have passed. All
 * requests wait for the outcome.
 *
 * @param deadlines when one of them is undefined, the work has no deadline
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
