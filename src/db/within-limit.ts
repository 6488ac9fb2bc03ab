import { TooLarge } from '../core/too-large.js';
import { type BatchLoader, createBatchLoader } from './batch-loader.js';

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
