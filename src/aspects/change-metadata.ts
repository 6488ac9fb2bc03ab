import type { Requester } from '../core/actor.js';
import { transaction } from '../db/transaction.js';
import { Changes, type MetadataTransaction } from './changes.js';
import { writeDerived } from './derived.js';
import type { AspectStorage } from './kernel.js';
import { recordChanges } from './recorded.js';

/** Runs work in one transaction, as `transaction` does, and writes what follows from its changes before it commits. */
export const changeMetadata = <T>(
  { db, aspects }: AspectStorage,
  work: (tx: MetadataTransaction) => Promise<T>,
  requester?: Requester,
): Promise<T> =>
  transaction(
    db,
    async (given) => {
      const { isRecorded } = db;
      const tx = Object.assign(given, { aspects, changes: new Changes(), requester, isRecorded });
      const result = await work(tx);
      await writeDerived(tx, requester?.deadline);
      await recordChanges(tx);
      return result;
    },
    requester,
  );
