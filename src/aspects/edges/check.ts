import type { AspectKey } from '../aspect.js';
import { currentDocuments } from '../document-store.js';
import type { AspectTransaction } from '../kernel.js';
import { findLinks } from './fill.js';

/** Returns those of some aspects whose stored edges are not those that they describe. */
export async function differentEdges(
  tx: AspectTransaction,
  keys: readonly AspectKey[],
): Promise<AspectKey[]> {
  return (await findLinks(await currentDocuments(tx, keys, {}))).differing(tx);
}
