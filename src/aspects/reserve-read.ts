import { TooLarge } from '../core/too-large.js';
import { type AspectSelection, documentSizes } from './document-store.js';
import type { AspectTransaction } from './kernel.js';

/** Called before aspects are read, with their size in bytes. */
export type Reserve = (bytes: number) => Promise<void>;

/** Asks for the size of aspects before they are read. @throws TooLarge */
export async function reserveRead(
  tx: AspectTransaction,
  selection: AspectSelection,
  { maxBytes, reserve, advice }: { maxBytes: number; reserve: Reserve; advice: string },
): Promise<void> {
  const sizes = await documentSizes(tx, selection);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > maxBytes) {
    const largest = sizes.slice(0, 3).map(({ name, bytes }) => `${name} has ${bytes}`);
    throw new TooLarge('The aspects take', maxBytes, `${largest.join(', ')}; ${advice}`);
  }
  await reserve(total);
}
