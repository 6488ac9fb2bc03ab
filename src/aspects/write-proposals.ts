import { recordAudit } from '../audit/store.js';
import type { Actor } from '../core/actor.js';
import { mayManageUsers } from '../core/authorization.js';
import type { AuditStamp } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import type { Transaction } from '../db/query.js';
import { deleteAspects } from '../metadata/aspect-store.js';
import { deleteUnused, recreateEntities } from '../metadata/entity-store.js';
import { newlyAssociatedTags } from '../metadata/global-tags-store.js';
import { changedBeforeLock, lockMetadata } from '../metadata/lock.js';
import type { EntityKey } from '../metadata/lock-store.js';
import { referencedTags } from '../metadata/rows.js';
import { writeRows } from '../metadata/write.js';
import { type EventRow, insertEvents } from '../timeseries/event-store.js';
import { lockMonths, type Months, monthsPerTransaction } from '../timeseries/month-store.js';
import { ensureUsers } from '../users/store.js';
import { type Refuse, rejectUserDeletions, rejectUserStates } from './access-control.js';
import { aspectKey } from './apply-proposals.js';
import { applyToCurrent } from './current-aspects.js';
import { deleteEntities } from './deletion/delete-entity.js';
import { entityKey, isWholeEntity, isWriting, lockRequest } from './lock-request.js';
import type { Proposal } from './proposal.js';
import { Refusals } from './refusals.js';
import { rejectCreations } from './rights.js';

export interface Batch {
  readonly proposals: readonly Proposal[];
  readonly events: ReadonlyMap<Proposal, EventRow>;
  /** The months of the events. */
  readonly months: Months;
  /** Tags that an attempt needed and had not locked. The next attempt locks them. */
  readonly unlockedTags: Set<string>;
}

/**
 * Writes proposals in O(runs) statements, more for large ones. In a run, either all proposals delete whole entities or
 * none does. After a refusal, later runs are still written, because their proposals are judged by the result.
 *
 * @throws the refusals of all proposals
 */
export async function writeProposals(
  tx: Transaction,
  { proposals, events: eventOf, months, unlockedTags }: Batch,
  audit: AuditStamp,
  actor: Actor,
): Promise<void> {
  await lockMonths(tx, months);
  const lockedTables = new Set(months.wanted.keys());
  const locked = await lockMetadata(tx, await lockRequest(proposals, unlockedTags, actor), audit);
  rejectCreations(actor, proposals, locked.created);

  const unused = new Set(locked.created);
  const users = new Set<string>();
  const deletedEntities = new Set<string>();
  /** Entities that did not exist before the batch, or that it has deleted. */
  const isNew = new Set(locked.created);
  /** Entities that existed before the batch. */
  const removed = new Set<string>();
  const refusals = new Refusals(proposals.length);
  let hasWrittenTags = false;
  // Entities that did not exist when the locks were taken have nothing to delete.
  const runs = runsOf(proposals.filter(({ urn }) => locked.entities.has(urn)));
  for (const run of runs) {
    const refuse = refuseLast(run, refusals);
    if (isWholeEntity(run[0]!)) {
      const urns = run.map(({ urn }) => urn);
      await rejectUserDeletions(tx, actor, urns, refuse);
      const { isComplete } = await deleteEntities(tx, urns, lockedTables);
      if (!isComplete) throw tooManyMonths();
      for (const urn of urns) {
        deletedEntities.add(urn);
        if (!isNew.has(urn)) removed.add(urn);
        isNew.add(urn);
        unused.delete(urn);
      }
      continue;
    }
    const events = run.flatMap((proposal) => eventOf.get(proposal) ?? []);
    const { upserts, deleted, rows } = await applyToCurrent(
      tx,
      run,
      refusals,
      (urn) => isNew.has(urn),
      actor,
    );
    await rejectUserStates(tx, actor, { deleted, upserts }, refuse);
    if (run === runs.at(-1)) refusals.throwIfAny();
    // The locked entity protects the associations that exist, and with them their tags. New associations need a lock on
    // the tag. So do those that an earlier run has written: PostgreSQL checks their foreign keys again.
    const tags = [...rows.tags, ...rows.columnTags];
    const notLocked = tags.filter(({ tagUrn }) => !locked.tags.has(tagUrn));
    const missing = hasWrittenTags
      ? notLocked.map(({ tagUrn }) => tagUrn)
      : await newlyAssociatedTags(tx, notLocked);
    hasWrittenTags ||= tags.length > 0;
    if (missing.length > 0) {
      for (const tag of missing) unlockedTags.add(tag);
      throw changedBeforeLock();
    }
    const written = new Map(run.filter(isWriting).map((one) => [one.urn, entityKey(one)] as const));
    const needed = new Map<string, EntityKey>([
      ...written,
      ...[...referencedTags(rows)].map((urn) => [urn, { urn, type: 'tag' }] as const),
    ]);
    // No other transaction can create what this one has deleted.
    const again = [...needed.values()].filter(({ urn }) => deletedEntities.has(urn));
    if (again.length > 0) {
      rejectCreations(
        actor,
        run,
        again.map(({ urn }) => urn),
      );
      for (const urn of await recreateEntities(tx, again, audit)) unused.add(urn);
      for (const { urn } of again) deletedEntities.delete(urn);
    }
    await deleteAspects(tx, deleted);
    await writeRows(tx, rows, audit);
    await insertEvents(tx, events);
    for (const { urn } of [...upserts, ...events]) unused.delete(urn);
    for (const { urn } of deleted) if (written.has(urn)) unused.delete(urn);
    for (const { urn, entityType } of upserts) if (entityType === 'corpuser') users.add(urn);
  }
  refusals.throwIfAny();
  // A patch that changes nothing does not create an entity.
  await deleteUnused(tx, [...unused]);
  if (mayManageUsers(actor) && users.size > 0) await ensureUsers(tx, [...users], audit.time);
  await recordAudit(
    tx,
    actor,
    [...removed].map((subject) => ({ type: 'DeleteEntityEvent', subject })),
  );
}

/** Returns a function that refuses the last proposal for an aspect. */
function refuseLast(run: readonly Proposal[], refusals: Refusals): Refuse {
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

function runsOf(proposals: readonly Proposal[]): Proposal[][] {
  const runs: Proposal[][] = [];
  for (const [index, proposal] of proposals.entries()) {
    const before = proposals[index - 1];
    if (before && isWholeEntity(before) === isWholeEntity(proposal)) runs.at(-1)!.push(proposal);
    else runs.push([proposal]);
  }
  return runs;
}
