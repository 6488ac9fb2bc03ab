import type { AspectUpsert } from '../aspects/aspect.js';
import { changeMetadata } from '../aspects/change-metadata.js';
import { withFollowers } from '../aspects/followers/members.js';
import { writeDefaultAspects } from '../aspects/followers/new-entities.js';
import { upsertAspects } from '../aspects/write.js';
import type { Database } from '../db/database.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { storedAspects } from '../stored-aspects.js';
import { appendEvents } from '../timeseries/event-store.js';
import { ensureUsers } from '../users/user-store.js';
import { recordingAccess } from './recording-access.js';
import { readSample } from './sample.js';
import { findObstacle, lockSample } from './sample-store.js';

/**
 * Loads the sample metadata, in one transaction, into a store without metadata. A store with a user, a group or a policy
 * of the sample gets none, so that nothing that was changed or deleted comes back, and no existing user gets a right.
 *
 * @param onLoad called before it is loaded
 * @returns why nothing was loaded; null if it was
 */
export async function seedSample(
  db: Database,
  author: string,
  now: number,
  onLoad = () => {},
): Promise<string | null> {
  const audit = { time: now, actor: author };
  const { aspects, createEvents } = readSample(audit);
  const ofType = (type: string) => aspects.filter(({ entityType }) => entityType === type);
  const policies = ofType('dataHubPolicy');
  const users = listUrns(ofType('corpuser'));
  const people = [...listUrns(ofType('corpGroup')), ...users];
  const access = [...people, ...listUrns(policies)];
  const obstacle = await findObstacle(db.query, access);
  if (obstacle !== null) return obstacle;
  onLoad();
  return changeMetadata({ db, aspects: storedAspects }, async (tx) => {
    await lockSample(tx.query);
    const obstacle = await findObstacle(tx.query, access);
    if (obstacle !== null) return obstacle;
    const all = await runInTurns(withAllFollowers(aspects));
    await recordingAccess(tx, people, policies, audit, async () => {
      await ensureUsers(tx, users, now);
      await upsertAspects(tx, all, audit);
    });
    await writeDefaultAspects(tx, audit, () => null);
    await appendEvents(tx, createEvents());
    return null;
  });
}

const listUrns = (aspects: readonly AspectUpsert[]) => [...new Set(aspects.map(({ urn }) => urn))];

function* withAllFollowers(aspects: readonly AspectUpsert[]): Steps<AspectUpsert[]> {
  const followed: AspectUpsert[] = [];
  for (const one of aspects)
    followed.push({ ...one, value: yield* withFollowers(one.name, one.value, null) });
  return followed;
}
