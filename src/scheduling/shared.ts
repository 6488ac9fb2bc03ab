/**
 * Calls that come while the work is in flight share its result. Calls with arguments share the work of the same first
 * argument.
 */
export function shared<Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const inFlight = new Map<unknown, Promise<T>>();
  return (...args) => {
    const [key] = args;
    const running = inFlight.get(key) ?? work(...args).finally(() => inFlight.delete(key));
    inFlight.set(key, running);
    return running;
  };
}

/** Calls share only work that begins after them, so no result is older than its call. Runs do not overlap. */
export function sharedNext<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    return work();
  };
  return () => {
    next ??= last.then(begin, begin);
    last = next;
    return next;
  };
}

/** The first call does the work, and all calls get its result. */
export function once<T>(work: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: work() };
    return result.value;
  };
}
