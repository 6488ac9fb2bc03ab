import { TooLarge } from '../core/too-large.js';
import { createBatchLoader } from '../db/batch-loader.js';

const tooMuch = Symbol('too much together');

/**
 * Batched reads whose values can be large: those that are too much together for one read are read one by one.
 *
 * @throws TooLarge for a value that is too much by itself
 */
export function withinLimit<Value>(
  loadBatch: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  options: { maxKeys?: number } = {},
) {
  const alone = createBatchLoader(loadBatch, { maxKeys: 1 });
  const together = createBatchLoader<string, Value | typeof tooMuch>(async (keys) => {
    try {
      return await loadBatch(keys);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      return new Map(keys.map((key) => [key, tooMuch]));
    }
  }, options);
  return async (key: string): Promise<Value | undefined> => {
    const found = await together(key);
    return found === tooMuch ? alone(key) : found;
  };
}
