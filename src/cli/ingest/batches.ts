import type { Item, ProposalItem } from './item.js';
import { BadItem } from './item.js';
import { toProposals } from './proposal.js';

/** Half of the service's default limit for one request. */
const maxBytes = 8 * 1024 * 1024;

export interface Batch {
  readonly items: readonly ProposalItem[];
  /** The number of records without proposals among these. */
  readonly rejected: number;
}

/**
 * Yields the proposals of the items in batches. When reading the input fails, yields the last batch before it throws.
 *
 * @param reject called for each item that has no proposals
 */
export async function* toBatches(
  items: AsyncIterable<Item>,
  size: number,
  reject: (item: Item, reason: string) => void,
): AsyncGenerator<Batch> {
  let batch: ProposalItem[] = [];
  let [bytes, rejected] = [0, 0];
  const takeBatch = () => {
    const taken = { items: batch, rejected };
    [batch, bytes, rejected] = [[], 0, 0];
    return taken;
  };
  try {
    for await (const item of items) {
      const proposals = proposalsIn(item, reject);
      if (proposals === null) rejected += 1;
      for (const proposal of proposals ?? []) {
        const more = Buffer.byteLength(proposal.text);
        if (batch.length > 0 && bytes + more > maxBytes) yield takeBatch();
        batch.push(proposal);
        bytes += more;
        if (batch.length >= size) yield takeBatch();
      }
      if (batch.length + rejected >= size) yield takeBatch();
    }
  } catch (error) {
    if (batch.length > 0) yield takeBatch();
    throw error;
  }
  if (batch.length > 0) yield takeBatch();
}

function proposalsIn(
  item: Item,
  reject: (item: Item, reason: string) => void,
): readonly ProposalItem[] | null {
  try {
    return toProposals(item);
  } catch (error) {
    if (!(error instanceof BadItem)) throw error;
    reject(item, error.message);
    return null;
  }
}
