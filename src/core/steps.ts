/** Work whose caller may let others have the event loop at each of its steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** So many parts of a JSON value take a few milliseconds of any work. */
const partsMax = 2_000;

/** Whether a JSON value has too many parts to be worked on in one step. */
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
