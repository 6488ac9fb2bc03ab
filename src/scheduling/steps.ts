/** Work that its caller may interrupt after each step, to let other work use the event loop. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Returns what took one step to make. */
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
