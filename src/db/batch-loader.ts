/** Reads one value by its key; undefined where there is none. */
export type BatchLoader<Key, Value> = (key: Key) => Promise<Value | undefined>;

interface Waiter<Value> {
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads by key, many at once: the keys that are asked for while reads are in flight gather, across requests, and
 * go out together. A key joins only a read that has not begun, so nobody gets a value older than the question,
 * and nothing is kept afterwards. A change is asked for in the same way: it is its own key.
 *
 * @param loadBatch one round trip; keys without a value are left out of its map. Its error reaches those who asked for
 *   these keys, and nobody else.
 */
export function createBatchLoader<Key, Value>(
  loadBatch: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { maxKeys = 500, maxInFlight = 2 } = {},
): BatchLoader<Key, Value> {
  let waiting = new Map<Key, Waiter<Value>[]>();
  let inFlight = 0;
  let scheduled = false;

  function schedule() {
    if (scheduled || inFlight >= maxInFlight || waiting.size === 0) return;
    scheduled = true;
    // After the current tick, so that what one request asks for at once goes out together.
    setImmediate(() => {
      scheduled = false;
      void send(takeBatch());
    });
  }

  function takeBatch() {
    const batch = waiting;
    waiting = new Map();
    for (const key of [...batch.keys()].slice(maxKeys)) {
      waiting.set(key, batch.get(key)!);
      batch.delete(key);
    }
    return batch;
  }

  async function send(batch: Map<Key, Waiter<Value>[]>) {
    inFlight += 1;
    schedule();
    try {
      const found = await loadBatch([...batch.keys()]);
      for (const [key, waiters] of batch) for (const waiter of waiters) waiter.resolve(found.get(key));
    } catch (error) {
      for (const waiters of batch.values()) for (const waiter of waiters) waiter.reject(error);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const waiters = waiting.get(key);
      if (waiters) waiters.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      schedule();
    });
}
