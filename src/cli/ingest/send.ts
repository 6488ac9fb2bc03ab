import { aspectNameProblem } from '../../ingest/known-names.js';
import { type Batch, toBatches } from './batches.js';
import type { Item, ProposalItem } from './item.js';
import type { Refusal, RemoteCatalog } from './remote-catalog.js';

/** The outcome so far. */
export interface Tally {
  /** Records that are not proposals. */
  rejected: number;
  /** Proposals, as are all further numbers. */
  written: number;
  refused: number;
  /** Not written because others of their batch were refused. */
  withheld: number;
}

export interface SendOptions {
  readonly catalog: Pick<RemoteCatalog, 'ingest'>;
  readonly batchSize: number;
  /** Whether a batch with a refused proposal is not written at all. */
  readonly atomic: boolean;
  readonly tally: Tally;
  readonly info: (line: string) => void;
}

/** Is added to an atomic batch with a rejected record: the service then checks the others and writes none of them. */
const refusedAlways = { text: 'null' };

/**
 * Sends the proposals in order, in batches. Reports each refused proposal and continues with the others.
 *
 * @throws CommandFailed when other proposals would fail too
 */
export async function sendAll(items: AsyncIterable<Item>, options: SendOptions): Promise<void> {
  const { catalog, batchSize, atomic, tally, info } = options;
  const warn = aspectWarnings(info);
  const send = (batch: readonly Pick<Item, 'text'>[]) => catalog.ingest(batch.map(({ text }) => text));

  function reject({ location }: Item, reason: string) {
    tally.rejected += 1;
    info(`${location}: ${reason}`);
  }

  /** Reports the items that a refusal names. @returns the others */
  function refuseNamed(batch: readonly ProposalItem[], { reasons }: Refusal): readonly ProposalItem[] {
    return batch.filter(({ location }, index) => {
      const reason = reasons.get(index);
      if (reason === undefined) return true;
      tally.refused += 1;
      info(`${location}: ${reason}`);
      return false;
    });
  }

  async function sendAllGood(batch: readonly ProposalItem[]): Promise<void> {
    if (batch.length === 0) return;
    const refusal = await send(batch);
    if (refusal === null) {
      tally.written += batch.length;
      return;
    }
    const others = refuseNamed(batch, refusal);
    if (others.length < batch.length) await sendAllGood(others);
    else {
      // The response names none: the batch is too large, or the response is from a proxy.
      const middle = Math.ceil(batch.length / 2);
      await sendAllGood(batch.slice(0, middle));
      await sendAllGood(batch.slice(middle));
    }
  }

  async function sendAtomically({ items: batch, rejected }: Batch): Promise<void> {
    if (batch.length === 0) return;
    const [first, last] = [batch[0]!.location, batch.at(-1)!.location];
    const refusal = await send(rejected > 0 ? [...batch, refusedAlways] : batch);
    if (refusal === null) {
      tally.written += batch.length;
      return;
    }
    const others = refuseNamed(batch, refusal).length;
    const isAdditionCounted = rejected > 0 && !refusal.reasons.has(batch.length);
    const more = Math.max(refusal.more - (isAdditionCounted ? 1 : 0), 0);
    tally.refused += more;
    tally.withheld += others - more;
    const range = batch.length === 1 ? first : `${first} to ${last}`;
    if (refusal.reasons.size === 0) info(`${range}: ${refusal.text}`);
    else info(`${range}: this batch is not written${more > 0 ? `; ${more} more proposals are refused` : ''}`);
  }

  for await (const batch of toBatches(items, batchSize, reject)) {
    for (const item of batch.items) warn(item);
    if (atomic) await sendAtomically(batch);
    else await sendAllGood(batch.items);
  }
}

/** Warnings that one ingestion prints. */
const warningsMax = 20;

/** Returns a function that warns of names that no aspect of DataHub has, once for each name. */
function aspectWarnings(info: (line: string) => void): (item: ProposalItem) => void {
  const warned = new Set<string>();
  return ({ location, aspectName }) => {
    if (warned.has(aspectName) || warned.size >= warningsMax) return;
    const problem = aspectNameProblem(aspectName);
    if (problem === null) return;
    warned.add(aspectName);
    info(`${location}: warning: ${problem}; catalogs store it only with ASPECTS_UNKNOWN=store`);
  };
}
