import type { Deadline } from '../../core/deadline.js';
import { DeadlinePassed } from '../errors.js';

const [waiting, begun, skipped] = [0, 1, 2];

/** Shared by two threads, of which one begins some work unless the other has decided that it is too late. */
export class Gate {
  readonly shared: Int32Array<ArrayBufferLike>;

  constructor(
    shared: Int32Array<ArrayBufferLike> = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  ) {
    this.shared = shared;
  }

  /** @returns whether the work may be done */
  begin(): boolean {
    return Atomics.compareExchange(this.shared, 0, waiting!, begun!) === waiting;
  }

  /** @returns whether the work is not going to be done */
  skip(): boolean {
    return Atomics.compareExchange(this.shared, 0, waiting!, skipped!) === waiting;
  }

  /** Resolves to the outcome of the work. @throws DeadlinePassed when it has not begun at the deadline */
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
