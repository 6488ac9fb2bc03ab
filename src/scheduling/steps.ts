import { type Deadline, DeadlinePassed } from '../core/deadline.js';

/** Work that its caller may interrupt after each step, to let other work use the event loop. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** A value that exists already, as work of one step. */
export function* atOnce<T>(value: T): Steps<T> {
  yield;
  return value;
}

/** Runs all steps without interruption. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** ms of work before other requests get the event loop. */
const turnMs = 2;

/**
 * Runs all steps, and yields to the event loop every 2 ms.
 *
 * @throws DeadlinePassed when the deadline passes between two steps
 */
export async function runInTurns<T>(steps: Steps<T>, deadline?: Deadline): Promise<T> {
  // The response timeout leaves the answer to this work.
  const takeBack = deadline?.claimAnswer();
  try {
    for (;;) {
      const end = performance.now() + turnMs;
      do {
        const { done, value } = steps.next();
        if (done) return value;
      } while (performance.now() < end);
      await yieldToEventLoop();
      if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: false });
    }
  } finally {
    takeBack?.();
  }
}

const waiting: (() => void)[] = [];

/**
 * Resolves after the event loop has handled sockets and timers. Only one waiting call continues in each turn of the event
 * loop, so the turn is no longer than the work between two calls.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });

function next(): void {
  // Scheduled before the work continues, so that a call in that work does not schedule a second turn.
  const resolve = waiting[0]!;
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) next();
  });
  resolve();
}

/** Any work on this many parts of a JSON value takes a few milliseconds. */
const partsMax = 2_000;

/** Whether a JSON value has too many parts for one step. */
export const isLarge = (value: unknown): boolean => roomAfter(value, partsMax) < 0;

function roomAfter(value: unknown, room: number): number {
  let left = room - 1;
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value)) {
    if (value.length > left) return -1;
    for (const child of value) {
      left = roomAfter(child, left);
      if (left < 0) return left;
    }
    return left;
  }
  for (const name in value) {
    left = roomAfter((value as Record<string, unknown>)[name], left);
    if (left < 0) return left;
  }
  return left;
}
