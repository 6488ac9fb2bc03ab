import type { AspectUpsert } from '../aspects/aspect.js';
import { changeMetadata } from '../aspects/change-metadata.js';
import { withFollowers } from '../aspects/followers/members.js';
import { writeDefaultAspects } from '../aspects/followers/new-entities.js';
import { upsertAspects } from '../aspects/write.js';
import type { Database } from '../db/database.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { appendEvents } from '../timeseries/event-store.js';
import { ensureUsers } from '../users/user-store.js';
import { recordingAccess } from './recording-access.js';
import { sampleGroups, sampleUsers } from './sample/people.js';
import { sampleAspects, sampleEvents, samplePolicies } from './sample.js';
import { findObstacle, lockSample } from './sample-store.js';

const people = [...sampleGroups, ...sampleUsers];
const access = [...people, ...samplePolicies.map(({ urn }) => urn)];

/**
 * Loads the sample metadata, in one transaction, into a store without metadata. A store with a user, a group or a policy
 * of the sample gets none, so that nothing that was changed or deleted comes back, and no existing user gets a right.
 *
 * @returns why nothing was loaded; null if it was
 */
export async function seedSample(db: Database, author: string, now: number): Promise<string | null> {
  const obstacle = await findObstacle(db.query, access);
  if (obstacle !== null) return obstacle;
  return changeMetadata(db, async (tx) => {
    await lockSample(tx.query);
    const obstacle = await findObstacle(tx.query, access);
    if (obstacle !== null) return obstacle;
    const audit = { time: now, actor: author };
    const aspects = await runInTurns(withAllFollowers(sampleAspects(audit)));
    await recordingAccess(tx, people, samplePolicies, audit, async () => {
      await ensureUsers(tx, sampleUsers, now);
      await upsertAspects(tx, aspects, audit);
    });
    await writeDefaultAspects(tx, audit, () => null);
    await appendEvents(tx, sampleEvents(now));
    return null;
  });
}

function* withAllFollowers(aspects: readonly AspectUpsert[]): Steps<AspectUpsert[]> {
  const followed: AspectUpsert[] = [];
  for (const one of aspects)
    followed.push({ ...one, value: yield* withFollowers(one.name, one.value, null) });
  return followed;
}
