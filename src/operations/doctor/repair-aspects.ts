import type { AspectUpsert } from '../../aspects/aspect.js';
import { findLocks } from '../../aspects/aspect-locks.js';
import { currentDocuments } from '../../aspects/document-store.js';
import { MissingLocks } from '../../aspects/lock.js';
import { lockAndRun } from '../../aspects/lock-and-run.js';
import { referencedTags, toRows } from '../../aspects/rows.js';
import { writeRows } from '../../aspects/write.js';
import { operator } from '../../core/actor.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../db/database.js';
import { runInTurns } from '../../scheduling/steps.js';
import { findUnreadable, type UnreadableAspect } from './unreadable.js';

/**
 * Adds the missing fields of aspects in one transaction, as a patch without operations would. What others have changed
 * since the aspects were read is read again with the locks.
 *
 * @param given aspects that can be repaired
 * @returns the number of repaired aspects
 */
export async function repairAspects(
  db: Database,
  clock: Clock,
  given: readonly UnreadableAspect[],
): Promise<number> {
  if (given.length === 0) return 0;
  const audit = { time: clock(), actor: operator.urn };
  const tags = given.flatMap(({ entityType, name, repaired }) => [
    ...(findLocks(entityType, name).tags?.(repaired!) ?? []),
  ]);
  const request = {
    written: given.map(({ urn, entityType }) => ({ urn, type: entityType })),
    createsMissing: false,
    referencedTags: new Set(tags),
  };
  return lockAndRun({ db, audit, requester: operator }, request, async (tx, locked) => {
    const keys = given.filter(({ urn }) => locked.entities.has(urn));
    const documents = await currentDocuments(tx, keys, {});
    const upserts = (await runInTurns(findUnreadable(documents))).flatMap(toUpsert);
    const rows = await runInTurns(toRows(upserts));
    const missing = [...referencedTags(rows)].filter((urn) => !locked.tags.has(urn));
    if (missing.length > 0) return new MissingLocks(missing);
    await writeRows(tx, rows, audit);
    return upserts.length;
  });
}

const toUpsert = ({ repaired, ...aspect }: UnreadableAspect): AspectUpsert[] =>
  repaired === null ? [] : [{ ...aspect, value: repaired }];
