import type { Actor } from '../core/actor.js';
import { mayManageUsers } from '../core/authorization.js';
import type { AuditStamp } from '../core/clock.js';
import type { Deadline } from '../core/deadline.js';
import { badRequest } from '../core/errors.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Transaction } from '../db/query.js';
import { type AspectKey, deleteAspects, existingAspects } from '../metadata/aspect-store.js';
import { currentDocuments } from '../metadata/document-store.js';
import { deleteUnused, recreateEntities } from '../metadata/entity-store.js';
import { newlyAssociatedTags } from '../metadata/global-tags-store.js';
import { keyAspectOf } from '../metadata/key-aspect.js';
import { changedBeforeLock, lockMetadata } from '../metadata/lock.js';
import type { EntityKey } from '../metadata/lock-store.js';
import { referencedTags, rowsOf } from '../metadata/rows.js';
import { writeRows } from '../metadata/write.js';
import { type EventRow, insertEvents } from '../timeseries/event-store.js';
import { holdMonths, type Months, monthsPerTransaction } from '../timeseries/new-month-store.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { ensureUsers } from '../users/store.js';
import { refuseUserDeletions, refuseUserStates } from './access-control.js';
import { type Current, folding, keyOf } from './apply-proposals.js';
import { deleteEntities } from './delete.js';
import { isRetagging, namedTags } from './named-tags.js';
import type { Proposal } from './proposal.js';

/** What one try to write a batch tells the next: tags that turned out to be mentioned, and were not held. */
export type Mentioned = Set<string>;

export interface Batch {
  readonly proposals: readonly Proposal[];
  /** what of the proposals is events */
  readonly events: ReadonlyMap<Proposal, EventRow>;
  /** that the events fall into */
  readonly months: Months;
  readonly mentioned: Mentioned;
}

/**
 * In a number of statements that grows with the proposals' size and with how often they change between deleting whole
 * entities and all else: what comes before such a change must not be mixed with what comes after.
 */
export async function writeProposals(
  tx: Transaction,
  { proposals, events: eventOf, months, mentioned }: Batch,
  audit: AuditStamp,
  actor: Actor,
): Promise<void> {
  const { deadline } = actor;
  await holdMonths(tx, months);
  const touched = new Set(months.wanted.keys());
  const writing = proposals.filter(isWriting);
  const deletedAspects = proposals.filter((one) => one.changeType === 'DELETE' && !isWholeEntity(one));
  const retagging = proposals.filter((one) => isRetagging(one) && !isWholeEntity(one));
  const of = (name: string) =>
    retagging.filter(({ aspectName }) => aspectName === name).map(({ urn }) => urn);
  const named = await runCooperatively(namedTags(writing), deadline);
  const locked = await lockMetadata(
    tx,
    {
      written: [...writing, ...deletedAspects].map(keyOfEntity),
      createsMissing: writing.length > 0,
      referencedTags: new Set([...named, ...mentioned]),
      deleted: proposals.filter(isWholeEntity).map(({ urn }) => urn),
      tagged: of('globalTags'),
      edited: of('editableSchemaMetadata'),
    },
    audit,
  );

  const unused = new Set(locked.created);
  const users = new Set<string>();
  const gone = new Set<string>();
  // What is not there has nothing to delete.
  for (const run of runsOf(proposals.filter(({ urn }) => locked.entities.has(urn)))) {
    if (isWholeEntity(run[0]!)) {
      const urns = run.map(({ urn }) => urn);
      await refuseUserDeletions(tx, actor, urns);
      const { isComplete } = await deleteEntities(tx, urns, touched);
      if (!isComplete) throw tooManyMonths();
      for (const urn of urns) {
        gone.add(urn);
        unused.delete(urn);
      }
      continue;
    }
    const events = run.flatMap((proposal) => eventOf.get(proposal) ?? []);
    const { upserts, deleted, rows } = await prepared(tx, run, deadline);
    const tags = referencedTags(rows);
    // What is on something already stays while that is held; what is newly put on must be held itself.
    const standing = [...rows.tags, ...rows.columnTags].filter(({ tagUrn }) => !locked.tags.has(tagUrn));
    const missing = await newlyAssociatedTags(tx, standing);
    if (missing.length > 0) {
      for (const tag of missing) mentioned.add(tag);
      throw changedBeforeLock();
    }
    // What this transaction has deleted, and now needs again: nobody else can have made it.
    const written = new Map(run.filter(isWriting).map((one) => [one.urn, keyOfEntity(one)] as const));
    const needed = new Map<string, EntityKey>([
      ...written,
      ...[...tags].map((urn) => [urn, { urn, type: 'tag' }] as const),
    ]);
    const again = [...needed.values()].filter(({ urn }) => gone.has(urn));
    if (again.length > 0) {
      for (const urn of await recreateEntities(tx, again, audit)) unused.add(urn);
      for (const { urn } of again) gone.delete(urn);
    }
    await refuseUserStates(tx, actor, { deleted, upserts });
    await deleteAspects(tx, deleted);
    await writeRows(tx, rows, audit);
    await insertEvents(tx, events);
    for (const { urn } of [...upserts, ...events]) unused.delete(urn);
    for (const { urn } of deleted) if (written.has(urn)) unused.delete(urn);
    for (const { urn, entityType } of upserts) if (entityType === 'corpuser') users.add(urn);
  }
  // A patch may have come to nothing, which makes no entity.
  await deleteUnused(tx, [...unused]);
  if (mayManageUsers(actor) && users.size > 0) await ensureUsers(tx, [...users], audit.time);
}

const isWriting = ({ changeType }: Proposal) => changeType !== 'DELETE';

const keyOfEntity = ({ urn, entityType }: Proposal): EntityKey => ({ urn, type: entityType });

const tooManyMonths = () =>
  badRequest(
    `the entities to delete have events in more than ${monthsPerTransaction} months of time series. Delete fewer in ` +
      'one request, or each by POST /entities?action=delete',
  );

/** The key aspect stands for the entity: deleting it deletes all of it. */
const isWholeEntity = ({ changeType, aspectName, entityType }: Proposal) =>
  changeType === 'DELETE' && aspectName === keyAspectOf(entityType);

function runsOf(proposals: readonly Proposal[]): Proposal[][] {
  const runs: Proposal[][] = [];
  for (const [index, proposal] of proposals.entries()) {
    const before = proposals[index - 1];
    if (before && isWholeEntity(before) === isWholeEntity(proposal)) runs.at(-1)!.push(proposal);
    else runs.push([proposal]);
  }
  return runs;
}

/** What some proposals come to, from what is there now. */
async function prepared(tx: Transaction, proposals: readonly Proposal[], deadline: Deadline | undefined) {
  const versioned = proposals.filter(({ aspectName }) => !isTimeseriesAspect(aspectName));
  const current = await currentOf(tx, versioned, deadline);
  const { deleted, upserts } = await runCooperatively(folding(versioned, current), deadline);
  return { deleted, upserts, rows: await runCooperatively(rowsOf(upserts), deadline) };
}

/** Of what some proposal starts from, what a patch starts from is read; of the rest, whether it is there. */
async function currentOf(
  tx: Transaction,
  proposals: readonly Proposal[],
  deadline: Deadline | undefined,
): Promise<Current> {
  const patched = new Map<string, AspectKey>();
  const asked = new Map<string, AspectKey>();
  for (const { urn, aspectName: name, changeType } of proposals) {
    const key = keyOf(urn, name);
    if (patched.has(key) || asked.has(key)) continue;
    (changeType === 'PATCH' ? patched : asked).set(key, { urn, name });
  }
  const texts = new Map<string, string>();
  for (const { urn, name, text } of await currentDocuments(tx, [...patched.values()], deadline)) {
    texts.set(keyOf(urn, name), text);
  }
  if (proposals.some(({ changeType }) => changeType === 'CREATE' || changeType === 'UPDATE')) {
    for (const { urn, name } of await existingAspects(tx, [...asked.values()]))
      texts.set(keyOf(urn, name), '');
  }
  return (urn, name) => texts.get(keyOf(urn, name)) ?? null;
}
