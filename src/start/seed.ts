import { upsertAspects } from '../aspects/write.js';
import type { Database } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import { policyStore } from '../policies/store.js';
import { appendEvents } from '../timeseries/event-store.js';
import { userStore } from '../users/store.js';
import { guest, sampleAspects, sampleEvents, samplePolicies, steward } from './sample.js';

/**
 * Loads the sample metadata, whole or not at all, into a store that holds no metadata yet; what people have made
 * of it since is never touched.
 *
 * @returns whether it was loaded
 */
export async function seedSample(db: Database, author: string, now: number): Promise<boolean> {
  if ((await db.query('SELECT FROM entities LIMIT 1')).length > 0) return false;
  await userStore(db).ensure([steward, guest], now);
  for (const policy of samplePolicies) await policyStore(db).save(policy);
  return transaction(db, async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.sample'))`);
    if ((await tx.query('SELECT FROM entities LIMIT 1')).length > 0) return false;
    await upsertAspects(tx, sampleAspects, { time: now, actor: author });
    await appendEvents(tx, sampleEvents());
    return true;
  });
}
