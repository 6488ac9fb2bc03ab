import type { Deadline } from '../../core/deadline.js';
import { DeadlinePassed } from '../../core/deadline.js';

const [pending, started, skipped] = [0, 1, 2];

/** A flag that two threads share: one starts the work unless the other has skipped it before. */
export class Gate {
  readonly shared: Int32Array<ArrayBufferLike>;

  constructor(
    shared: Int32Array<ArrayBufferLike> = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  ) {
    this.shared = shared;
  }

  /** Returns whether the work may run. */
  start(): boolean {
    return Atomics.compareExchange(this.shared, 0, pending!, started!) === pending;
  }

  /** Returns whether the work will not run. */
  skip(): boolean {
    return Atomics.compareExchange(this.shared, 0, pending!, skipped!) === pending;
  }

  /** Resolves to the outcome of the work. @throws DeadlinePassed when it has not started at the deadline */
  async until<T>(deadline: Deadline, outcome: Promise<T>): Promise<T> {
    let remove = () => {};
    const tooLate = new Promise<never>((_, reject) => {
      remove = deadline.onPass(() => {
        if (this.skip()) reject(new DeadlinePassed({ wasWaiting: true }));
      });
    });
    try {
      return await deadline.settle(Promise.race([outcome, tooLate]));
    } finally {
      remove();
    }
  }
}
