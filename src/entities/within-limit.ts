import { TooLarge } from '../core/too-large.js';
import { createBatchLoader } from '../db/batch-loader.js';

const batchTooLarge = Symbol('the batch is too large');

/**
 * Returns a batched read of values that can be large. Keys whose values exceed the limit together are read one by one.
 *
 * The read throws `TooLarge` for a value that exceeds the limit by itself.
 */
export function withinLimit<Value>(
  loadBatch: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  options: { maxKeys?: number; name?: string } = {},
) {
  const readOne = createBatchLoader(loadBatch, { maxKeys: 1 });
  const readBatched = createBatchLoader<string, Value | typeof batchTooLarge>(async (keys) => {
    try {
      return await loadBatch(keys);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      return new Map(keys.map((key) => [key, batchTooLarge]));
    }
  }, options);
  return async (key: string): Promise<Value | undefined> => {
    const value = await readBatched(key);
    return value === batchTooLarge ? readOne(key) : value;
  };
}
