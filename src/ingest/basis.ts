import type { AspectKey } from '../aspects/aspect.js';
import { currentDocuments } from '../aspects/document-store.js';
import type { AspectTransaction } from '../aspects/kernel.js';
import type { Requester } from '../core/actor.js';
import { aspectKey } from './apply-proposals.js';

/** An aspect as proposals were made from it: its JSON text, null if it did not exist. */
export interface BasisAspect extends AspectKey {
  readonly text: string | null;
}

/** The stored aspects have changed since proposals were made from them: they have to be made again. */
export class BasisChanged extends Error {
  override readonly name = 'BasisChanged';
}

/**
 * Reads aspects again in a transaction that has locked their entities.
 *
 * @throws BasisChanged
 */
export async function confirmBasis(
  tx: AspectTransaction,
  basis: readonly BasisAspect[],
  requester: Requester,
): Promise<void> {
  if (basis.length === 0) return;
  const now = new Map<string, string>();
  for (const { urn, name, text } of await currentDocuments(tx, basis, requester))
    now.set(aspectKey(urn, name), text);
  const isSame = ({ urn, name, text }: BasisAspect) => (now.get(aspectKey(urn, name)) ?? null) === text;
  if (!basis.every(isSame)) throw new BasisChanged('the aspects that proposals are based on have changed');
}
