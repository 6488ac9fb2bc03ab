const waiting: (() => void)[] = [];

/**
 * Resolves after the event loop has looked at its sockets and timers. Of all that wait, in any number of requests, one
 * goes on at a time: what is done between two calls is the longest stretch that the process is busy with them.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });

function next(): void {
  // Reserved before the work is begun, so that a call that it makes does not schedule a second one.
  const resolve = waiting[0]!;
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) next();
  });
  resolve();
}
