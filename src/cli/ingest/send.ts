import { batchesOf } from './batches.js';
import type { Item } from './item.js';
import type { RemoteCatalog } from './remote-catalog.js';

/** What has become of the proposals so far. */
export interface Tally {
  written: number;
  refused: number;
}

export interface SendOptions {
  readonly catalog: Pick<RemoteCatalog, 'ingest'>;
  readonly batchSize: number;
  readonly tally: Tally;
  readonly tell: (line: string) => void;
}

/**
 * Sends proposals in their order, a batch at a time, and tells of each one that is refused; the rest goes on.
 *
 * @throws IngestFailed
 */
export async function sendAll(items: AsyncIterable<Item>, options: SendOptions): Promise<void> {
  const { catalog, batchSize, tally, tell } = options;

  function refuse({ place }: Item, reason: string) {
    tally.refused += 1;
    tell(`${place}: ${reason}`);
  }

  /** A batch is refused whole for one bad proposal; halving finds it. */
  async function send(batch: readonly Item[]): Promise<void> {
    const reason = await catalog.ingest(batch.map(({ text }) => text));
    if (reason === null) tally.written += batch.length;
    else if (batch.length === 1) refuse(batch[0]!, reason);
    else {
      const middle = Math.ceil(batch.length / 2);
      await send(batch.slice(0, middle));
      await send(batch.slice(middle));
    }
  }

  for await (const batch of batchesOf(items, batchSize, refuse)) await send(batch);
}
