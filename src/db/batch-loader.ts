import { batchChannel } from '../core/channels.js';
import { TooLarge } from '../core/too-large.js';

/** Reads one value by its key; undefined when there is none. */
export type BatchLoader<Key, Value> = (key: Key) => Promise<Value | undefined>;

/** A value, or the read that it takes instead. */
type Found<Value> = Value | Promise<Value | undefined> | undefined;

interface Waiter<Value> {
  resolve(value: Found<Value>): void;
  reject(error: unknown): void;
}

/**
 * Reads by key in batches. Keys that arrive while `maxInFlight` reads are in flight, from any request, form the next
 * batch. A key joins only a batch that has not started, so no value is older than its request; nothing is cached.
 * Also batches writes: pass the change object as the key.
 *
 * @param loadBatch the batch load function, one round trip. Its map omits keys without a value. Its error rejects the
 *   requests of this batch only.
 * @param name of the loader in the metrics
 */
export function createBatchLoader<Key, Value>(
  loadBatch: (keys: Key[]) => Promise<ReadonlyMap<Key, Found<Value>>>,
  { maxKeys = 500, maxInFlight = 2, name = 'other' } = {},
): BatchLoader<Key, Value> {
  let waiting = new Map<Key, Waiter<Value>[]>();
  let inFlight = 0;
  let scheduled = false;

  function schedule() {
    if (scheduled || inFlight >= maxInFlight || waiting.size === 0) return;
    scheduled = true;
    // After the current tick, so that the keys of one request go into one batch.
    setImmediate(() => {
      scheduled = false;
      void run(takeBatch());
    });
  }

  function takeBatch() {
    const batch = waiting;
    waiting = new Map();
    if (batch.size <= maxKeys) return batch;
    for (const key of [...batch.keys()].slice(maxKeys)) {
      waiting.set(key, batch.get(key)!);
      batch.delete(key);
    }
    return batch;
  }

  async function run(batch: Map<Key, Waiter<Value>[]>) {
    inFlight += 1;
    schedule();
    batchChannel.publish({ loader: name, size: batch.size });
    try {
      const found = await loadBatch([...batch.keys()]);
      for (const [key, waiters] of batch) {
        const value = found.get(key);
        for (const waiter of waiters) waiter.resolve(value);
      }
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

/**
 * Returns a batched read of values that can be large. Keys whose values exceed the limit together are read one by one.
 *
 * The read throws `TooLarge` for a value that exceeds the limit by itself.
 */
export function withinLimit<Value>(
  loadBatch: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  options: { maxKeys?: number; name?: string } = {},
): BatchLoader<string, Value> {
  const readOne = createBatchLoader(loadBatch, { maxKeys: 1 });
  return createBatchLoader<string, Value>(async (keys) => {
    try {
      return await loadBatch(keys);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      return new Map(keys.map((key) => [key, readOne(key)]));
    }
  }, options);
}
