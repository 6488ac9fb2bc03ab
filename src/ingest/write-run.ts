import { createEntities } from '../aspects/entity-store.js';
import { MissingLocks } from '../aspects/lock.js';
import { type EntityKey, lockTags } from '../aspects/lock-store.js';
import { groupsIn, type Rows, referencedTags } from '../aspects/rows.js';
import { deleteAspects, writeRows } from '../aspects/write.js';
import { mayManage } from '../core/authorization.js';
import { badRequest } from '../core/errors.js';
import { getEntityType } from '../core/urn.js';
import { markEdited } from '../tags/edited-tags-store.js';
import { forgetRemoved } from '../tags/removed-store.js';
import { insertEvents } from '../timeseries/event-store.js';
import { monthsPerTransaction } from '../timeseries/month-store.js';
import { aspectKey } from './apply-proposals.js';
import type { Writing } from './batch.js';
import { applyToCurrent } from './current-aspects.js';
import { deleteEntities } from './deletion/delete-entity.js';
import { rejectMoves } from './moves.js';
import { entityKey, isWriting, type Proposal } from './proposal.js';
import { type Refuse, rejectOwnDeletion, rejectUserStates } from './reject-access-aspects.js';
import { rejectCreations } from './rights.js';

type Run = readonly Proposal[];

/** Deletes the entities of a run. */
export async function deleteRun(writing: Writing, run: Run): Promise<void> {
  const { tx, actor, lockedTables, deletions, users } = writing;
  const urns = run.map(({ urn }) => urn);
  rejectOwnDeletion(actor, urns, refuseLast(writing, run));
  const { isComplete, details } = await deleteEntities(tx, actor, urns, lockedTables);
  if (!isComplete) throw tooManyMonths();
  for (const urn of urns) {
    if (!deletions.has(urn)) deletions.set(urn, details.get(urn) ?? {});
    users.delete(urn);
  }
}

/**
 * Writes the result of a run.
 *
 * @param place whether it is the only run, and whether refusals end the batch before the run is written
 */
export async function writeRun(
  writing: Writing,
  run: Run,
  { isOnly, isLast }: { readonly isOnly: boolean; readonly isLast: boolean },
): Promise<MissingLocks | undefined> {
  const { tx, batch, audit, actor, refusals, locked } = writing;
  const { changes } = tx;
  const {
    deleted,
    rows,
    tags: editedTags,
  } = await applyToCurrent(tx, run, refusals, changes.isNew, {
    requester: actor,
    keepsEditedTags: batch.keepsEditedTags,
  });
  for (const { urn, name } of deleted) writing.tagCounts.delete(aspectKey(urn, name));
  for (const [key, count] of editedTags.counts) writing.tagCounts.set(key, count);
  const { upserts } = rows;
  await rejectUserStates(tx, actor, { deleted, upserts }, refuseLast(writing, run));
  await rejectMoves(tx, actor, { deleted, upserts }, refuseLast(writing, run));
  if (isLast) refusals.throwIfAny();
  const tags = await missingTags(writing, rows, isOnly);
  const groups = groupsIn(rows).filter((urn) => !locked.entities.has(urn));
  if (tags.length + groups.length > 0) return new MissingLocks(tags, groups);
  await recreateDeleted(writing, run, rows);
  // An entity that an earlier run has deleted has no aspects.
  const existing = deleted.filter(({ urn }) => !changes.isDeleted(urn));
  writing.deletedAspects.push(...(await deleteAspects(tx, existing)));
  await writeRows(tx, rows, audit);
  await markEdited(tx, editedTags.ingested, false);
  await markEdited(tx, editedTags.edited, true);
  await forgetRemoved(tx, editedTags.forgotten);
  const events = run.flatMap((proposal) => batch.events.get(proposal) ?? []);
  await insertEvents(tx, events);
  const used = [...events.map(({ urn }) => urn), ...groupsIn(rows)].filter(changes.isNew);
  changes.addUsed(used.map((urn) => ({ urn, type: getEntityType(urn) })));
  for (const { urn, entityType } of upserts)
    if (entityType === 'corpuser' && mayManage(actor, urn)) writing.users.add(urn);
  return undefined;
}

/**
 * Locks the tags that rows need and that are not locked, such as those of a patched value. It does not wait for other
 * transactions, and locks none beside other runs: there, all locks are taken first, in their order.
 *
 * @returns the tags that the transaction has to lock or to create first
 */
async function missingTags({ tx, locked }: Writing, rows: Rows, isOnly: boolean): Promise<string[]> {
  const needed = [...referencedTags(rows)].filter((urn) => !locked.tags.has(urn));
  if (!isOnly) return needed;
  const existing = new Set(await lockTags(tx, needed, 'reference', 'SKIP LOCKED'));
  return needed.filter((urn) => !existing.has(urn));
}

/** Creates what a run writes or references and an earlier run has deleted. */
async function recreateDeleted({ tx, audit, actor }: Writing, run: Run, rows: Rows): Promise<void> {
  const needed = new Map<string, EntityKey>([
    ...run.filter(isWriting).map((one) => [one.urn, entityKey(one)] as const),
    ...[...referencedTags(rows)].map((urn) => [urn, { urn, type: 'tag' }] as const),
    ...groupsIn(rows).map((urn) => [urn, { urn, type: 'corpGroup' }] as const),
  ]);
  const again = [...needed.values()].filter(({ urn }) => tx.changes.isDeleted(urn));
  if (again.length === 0) return;
  rejectCreations(
    actor,
    run,
    again.map(({ urn }) => urn),
  );
  await createEntities(tx, again, audit);
}

/** Returns a function that refuses the last proposal for an aspect. */
function refuseLast({ refusals }: Writing, run: Run): Refuse {
  let last: ReadonlyMap<string, Proposal> | null = null;
  return (error, urn, name) => {
    last ??= new Map(run.map((one) => [aspectKey(one.urn, one.aspectName), one]));
    refusals.add(last.get(aspectKey(urn, name))!, error);
  };
}

const tooManyMonths = () =>
  badRequest(
    `the entities to delete have events in more than ${monthsPerTransaction} months of time series. Delete fewer in ` +
      'one request, or each by POST /entities?action=delete',
  );
