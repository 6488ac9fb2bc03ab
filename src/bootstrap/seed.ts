import type { Database } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import { upsertAspects } from '../metadata/write.js';
import { appendEvents } from '../timeseries/event-store.js';
import { userStore } from '../users/store.js';
import { userAspect } from './first-administrator.js';
import { guest, sampleAspects, sampleEvents, steward } from './sample.js';
import { holdsMetadata, lockSample } from './sample-store.js';

/**
 * Loads the sample metadata in one transaction into a store without metadata; never changes existing metadata.
 *
 * @returns whether it was loaded
 */
export async function seedSample(db: Database, author: string, now: number): Promise<boolean> {
  if (await holdsMetadata(db.query)) return false;
  await userStore(db).ensure([steward, guest], now);
  return transaction(db, async (tx) => {
    await lockSample(tx.query);
    if (await holdsMetadata(tx.query)) return false;
    await upsertAspects(tx, [...[steward, guest].map(userAspect), ...sampleAspects], {
      time: now,
      actor: author,
    });
    await appendEvents(tx, sampleEvents());
    return true;
  });
}
