import { deleteAspects } from '../aspects/aspect-store.js';
import { recreateEntities } from '../aspects/entity-store.js';
import { changedBeforeLock } from '../aspects/lock.js';
import type { EntityKey } from '../aspects/lock-store.js';
import { associationsIn, groupsIn, type Rows, referencedTags } from '../aspects/rows.js';
import { writeRows } from '../aspects/write.js';
import { mayManage } from '../core/authorization.js';
import { badRequest } from '../core/errors.js';
import { entityTypeOf } from '../core/urn.js';
import type { PolicyInfo } from '../policies/model.js';
import { createDocuments } from '../search/documents/document-store.js';
import { newlyAssociatedTags } from '../tags/global-tags-store.js';
import { insertEvents } from '../timeseries/event-store.js';
import { monthsPerTransaction } from '../timeseries/month-store.js';
import { type Refuse, rejectOwnDeletion, rejectUserStates } from './access-control.js';
import { aspectKey } from './apply-proposals.js';
import type { Writing } from './batch.js';
import { applyToCurrent } from './current-aspects.js';
import { deleteEntities } from './deletion/delete-entity.js';
import { entityKey, isWriting } from './lock-request.js';
import { rejectMoves } from './moves.js';
import type { Proposal } from './proposal.js';
import { rejectCreations } from './rights.js';

type Run = readonly Proposal[];

/** Deletes the entities of a run. */
export async function deleteRun(writing: Writing, run: Run): Promise<void> {
  const { tx, actor, lockedTables } = writing;
  const urns = run.map(({ urn }) => urn);
  rejectOwnDeletion(actor, urns, refuseLast(writing, run));
  const { isComplete, details } = await deleteEntities(tx, actor, urns, lockedTables);
  if (!isComplete) throw tooManyMonths();
  writing.entities.addDeleted(urns, details);
  for (const urn of urns) {
    writing.policies.delete(urn);
    writing.users.delete(urn);
  }
}

/**
 * Writes the result of a run.
 *
 * @param isLast whether refusals end the batch before the run is written
 */
export async function writeRun(writing: Writing, run: Run, isLast: boolean): Promise<void> {
  const { tx, batch, audit, actor, entities, refusals } = writing;
  const events = run.flatMap((proposal) => batch.events.get(proposal) ?? []);
  const changes = await applyToCurrent(tx, run, refusals, entities.isNew, actor);
  const { upserts, deleted, rows } = changes;
  await rejectUserStates(tx, actor, changes, refuseLast(writing, run));
  await rejectMoves(tx, actor, changes, refuseLast(writing, run));
  if (isLast) refusals.throwIfAny();
  await requireLockedTags(writing, rows);
  requireLockedGroups(writing, rows);
  await recreateDeleted(writing, run, rows);
  // An entity that an earlier run has deleted has no aspects.
  const existing = deleted.filter(({ urn }) => !entities.isDeleted(urn));
  for (const aspect of await deleteAspects(tx, existing)) writing.deletedAspects.push(aspect);
  await writeRows(tx, rows, audit);
  await insertEvents(tx, events);
  const ofNew = events.filter(({ urn }) => entities.isNew(urn));
  await createDocuments(tx, [
    ...new Map(ofNew.map(({ urn }) => [urn, { urn, type: entityTypeOf(urn) }])).values(),
  ]);
  for (const { urn } of [...upserts, ...events]) entities.unused.delete(urn);
  for (const urn of groupsIn(rows)) entities.unused.delete(urn);
  for (const { urn, entityType, name, value } of upserts) {
    if (entityType === 'corpuser' && mayManage(actor, urn)) writing.users.add(urn);
    if (entityType === 'dataHubPolicy' && name === 'dataHubPolicyInfo')
      writing.policies.set(urn, value as unknown as PolicyInfo);
  }
}

/**
 * The locked entity protects the associations that exist, and with them their tags. New associations need a lock on the
 * tag. So do those that an earlier run has written: PostgreSQL checks their foreign keys again.
 *
 * @throws an error that `transaction` retries, with the missing tags noted for the next attempt
 */
async function requireLockedTags(writing: Writing, rows: Rows): Promise<void> {
  const { tx, batch, locked, hasWrittenTags } = writing;
  const associations = associationsIn(rows);
  const notLocked = associations.filter(({ tagUrn }) => !locked.tags.has(tagUrn));
  const missing = hasWrittenTags
    ? notLocked.map(({ tagUrn }) => tagUrn)
    : await newlyAssociatedTags(tx, notLocked);
  writing.hasWrittenTags ||= associations.length > 0;
  if (missing.length === 0) return;
  for (const tag of missing) batch.unlocked.tags.add(tag);
  throw changedBeforeLock();
}

/** @throws an error that `transaction` retries, with the missing groups noted for the next attempt */
function requireLockedGroups({ batch, locked }: Writing, rows: Rows): void {
  const missing = groupsIn(rows).filter((urn) => !locked.entities.has(urn));
  if (missing.length === 0) return;
  for (const urn of missing) batch.unlocked.groups.add(urn);
  throw changedBeforeLock();
}

/** Creates what a run writes or references and an earlier run has deleted. */
async function recreateDeleted({ tx, audit, actor, entities }: Writing, run: Run, rows: Rows): Promise<void> {
  if (entities.removed.size === 0) return;
  const needed = new Map<string, EntityKey>([
    ...run.filter(isWriting).map((one) => [one.urn, entityKey(one)] as const),
    ...[...referencedTags(rows)].map((urn) => [urn, { urn, type: 'tag' }] as const),
    ...groupsIn(rows).map((urn) => [urn, { urn, type: 'corpGroup' }] as const),
  ]);
  const again = [...needed.values()].filter(({ urn }) => entities.isDeleted(urn));
  if (again.length === 0) return;
  rejectCreations(
    actor,
    run,
    again.map(({ urn }) => urn),
  );
  entities.addRecreated(await recreateEntities(tx, again, audit));
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
