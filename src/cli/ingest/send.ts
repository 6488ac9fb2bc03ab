import { batchesOf } from './batches.js';
import type { Item } from './item.js';
import type { RemoteCatalog } from './remote-catalog.js';

/** The outcome so far, in numbers of proposals. */
export interface Tally {
  written: number;
  refused: number;
}

export interface SendOptions {
  readonly catalog: Pick<RemoteCatalog, 'ingest'>;
  readonly batchSize: number;
  readonly tally: Tally;
  readonly info: (line: string) => void;
}

/**
 * Sends the proposals in order, in batches. Reports each rejected proposal and continues with the others.
 *
 * @throws IngestFailed when other proposals would fail too
 */
export async function sendAll(items: AsyncIterable<Item>, options: SendOptions): Promise<void> {
  const { catalog, batchSize, tally, info } = options;

  function reject({ location }: Item, reason: string) {
    tally.refused += 1;
    info(`${location}: ${reason}`);
  }

  /** One bad proposal rejects its whole batch; halving the batch finds it. */
  async function sendBatch(batch: readonly Item[]): Promise<void> {
    const reason = await catalog.ingest(batch.map(({ text }) => text));
    if (reason === null) tally.written += batch.length;
    else if (batch.length === 1) reject(batch[0]!, reason);
    else {
      const middle = Math.ceil(batch.length / 2);
      await sendBatch(batch.slice(0, middle));
      await sendBatch(batch.slice(middle));
    }
  }

  for await (const batch of batchesOf(items, batchSize, reject)) await sendBatch(batch);
}
