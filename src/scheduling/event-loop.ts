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
