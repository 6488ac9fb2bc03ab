import { BadItem } from './failure.js';
import type { Item } from './item.js';
import { proposalOf } from './proposal.js';

/** Half of what the service takes in one request by default. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Items as proposals, as many at a time as are sent at once. An input that fails comes to its failure after the last
 * batch.
 *
 * @param refuse hears of what is no proposal
 */
export async function* batchesOf(
  items: AsyncIterable<Item>,
  size: number,
  refuse: (item: Item, reason: string) => void,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  const full = () => {
    const taken = batch;
    [batch, bytes] = [[], 0];
    return taken;
  };
  try {
    for await (const item of items) {
      const text = proposalText(item, refuse);
      if (text === null) continue;
      const more = Buffer.byteLength(text);
      if (batch.length > 0 && bytes + more > maxBytes) yield full();
      batch.push({ ...item, text });
      bytes += more;
      if (batch.length >= size) yield full();
    }
  } catch (error) {
    if (batch.length > 0) yield full();
    throw error;
  }
  if (batch.length > 0) yield full();
}

function proposalText(item: Item, refuse: (item: Item, reason: string) => void): string | null {
  try {
    return proposalOf(item.text);
  } catch (error) {
    if (!(error instanceof BadItem)) throw error;
    refuse(item, error.message);
    return null;
  }
}
