import { changeMetadata } from '../aspects/change-metadata.js';
import { upsertAspects } from '../aspects/write.js';
import type { Database } from '../db/database.js';
import { appendEvents } from '../timeseries/event-store.js';
import { ensureUsers } from '../users/user-store.js';
import { userAspect } from './first-administrator.js';
import { recordingAccess } from './recording-access.js';
import { guest, sampleAspects, sampleEvents, samplePolicies, steward } from './sample.js';
import { holdsMetadata, lockSample } from './sample-store.js';

/**
 * Loads the sample metadata in one transaction into a store without metadata; never changes existing metadata.
 *
 * @returns whether it was loaded
 */
export async function seedSample(db: Database, author: string, now: number): Promise<boolean> {
  if (await holdsMetadata(db.query)) return false;
  return changeMetadata(db, async (tx) => {
    await lockSample(tx.query);
    if (await holdsMetadata(tx.query)) return false;
    const users = [steward, guest];
    const audit = { time: now, actor: author };
    await recordingAccess(tx, users, samplePolicies, audit, async () => {
      await ensureUsers(tx, users, now);
      const aspects = [...users.map(userAspect), ...samplePolicies, ...sampleAspects];
      await upsertAspects(tx, aspects, audit);
    });
    await appendEvents(tx, sampleEvents());
    return true;
  });
}
