import type { WaitingWork } from '../../db/waiting-work.js';
import { isObject } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { withNormalUrns } from '../../json/normal-urns.js';
import { doParts } from '../../scheduling/background.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { inBatch } from '../batch.js';
import { type AspectDocument, currentDocuments } from '../document-store.js';
import type { AspectStorage, AspectTransaction } from '../kernel.js';
import { Links } from '../links.js';
import { lockEntities } from '../lock-store.js';
import { keepWithoutEdges, markFilled, nextWithoutEdges, whenEdgesWait } from './fill-store.js';

/** Aspects of one transaction, and the bytes that they take together. One alone may take more. */
const batchSize = 200;
const maxBytes = 16_000_000;

/**
 * Writes the edges, and the references, of aspects that a process of an earlier version has written. An interrupted fill
 * goes on where it stopped, and an upgrade may run both versions side by side.
 */
export const edgeFill = (storage: AspectStorage): WaitingWork => ({
  waits: whenEdgesWait,
  run: (signal) => doParts(() => fillEdges(storage), signal),
  retryMs: 60_000,
});

/** @returns whether there were aspects to fill */
export const fillEdges = (storage: AspectStorage, size = batchSize): Promise<boolean> =>
  inBatch(storage, size, fill);

async function fill(tx: AspectTransaction, size: number): Promise<boolean> {
  const next = await nextWithoutEdges(tx.query, size);
  const urns = [...new Set(next.map(({ urn }) => urn))];
  await lockEntities(tx, urns, 'write');
  // Another process may have filled some of them.
  const keys = await keepWithoutEdges(tx, next);
  const documents = await currentDocuments(tx, keys, {}, size === 1 ? undefined : maxBytes);
  await (await findLinks(documents)).write(tx);
  await markFilled(tx, keys);
  return next.length > 0;
}

/** Returns what stored aspects say about other entities. */
export const findLinks = (documents: readonly AspectDocument[]): Promise<Links> =>
  runInTurns(listLinks(documents));

function* listLinks(documents: readonly AspectDocument[]): Steps<Links> {
  const links = new Links();
  for (const { urn, name, text } of documents) {
    const value = yield* parseInSteps(yield* withNormalUrns(text));
    if (isObject(value)) yield* links.add({ urn, name, value });
  }
  return links;
}
