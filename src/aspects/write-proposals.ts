import type { Transaction } from '../db/database.js';
import type { Actor } from '../domain/actor.js';
import type { Audit } from '../domain/clock.js';
import { badRequest } from '../domain/errors.js';
import { keyAspectOf } from '../domain/key-aspect.js';
import { mayManageUsers } from '../domain/rights.js';
import { isTimeseriesAspect } from '../domain/timeseries.js';
import { type EventRow, insertEvents } from '../timeseries/event-store.js';
import { holdMonths, type Months, monthsPerTransaction } from '../timeseries/new-month-store.js';
import { ensureUsers } from '../users/store.js';
import { refuseUserDeletions, refuseUserStates } from './access-control.js';
import { currentDocuments } from './document-store.js';
import { deleteEntities, deleteUnused, ensureEntities, lockEntities } from './entity-store.js';
import { type Current, fold, keyOf } from './fold.js';
import { deleteAspects } from './header-store.js';
import type { Proposal } from './proposal.js';
import { writeAspects } from './write.js';

/** The events of the proposals that are events, and the months that those fall into. */
export interface TimeSeries {
  readonly events: ReadonlyMap<Proposal, EventRow>;
  readonly months: Months;
}

/**
 * In a number of statements that does not grow with the proposals', but with how often they change between deleting
 * whole entities and all else: what comes before such a change must not be mixed with what comes after.
 */
export async function writeProposals(
  tx: Transaction,
  proposals: readonly Proposal[],
  { events, months }: TimeSeries,
  audit: Audit,
  actor: Actor,
): Promise<void> {
  await holdMonths(tx, months);
  const touched = new Set(months.wanted.keys());
  for (const run of runsOf(proposals)) {
    if (isWholeEntity(run[0]!)) {
      const urns = run.map(({ urn }) => urn);
      await refuseUserDeletions(tx, actor, urns);
      await lockEntities(tx, urns);
      const { isComplete } = await deleteEntities(tx, urns, touched);
      if (!isComplete) throw tooManyMonths();
      continue;
    }
    const upserts = await write(tx, run, events, audit, actor);
    const users = upserts.filter(({ entityType }) => entityType === 'corpuser');
    if (mayManageUsers(actor) && users.length > 0) {
      await ensureUsers(
        tx,
        users.map(({ urn }) => urn),
        audit.time,
      );
    }
  }
}

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

async function write(
  tx: Transaction,
  proposals: readonly Proposal[],
  eventOf: TimeSeries['events'],
  audit: Audit,
  actor: Actor,
) {
  const events = proposals.flatMap((proposal) => eventOf.get(proposal) ?? []);
  const versioned = proposals.filter(({ aspectName }) => !isTimeseriesAspect(aspectName));
  const writing = proposals.filter(({ changeType }) => changeType !== 'DELETE');

  // Held before anything is read, so that a patch starts from what the one before it left.
  const entities = writing.map(({ urn, entityType }) => ({ urn, type: entityType }));
  const made = await ensureEntities(tx, entities, audit);
  if (writing.length < proposals.length) {
    await lockEntities(
      tx,
      proposals.map(({ urn }) => urn),
    );
  }
  const { deleted, upserts } = fold(versioned, await currentOf(tx, versioned));
  await refuseUserStates(tx, actor, { deleted, upserts });
  await deleteAspects(tx, deleted);
  await writeAspects(tx, upserts, audit);
  await insertEvents(tx, events);
  // A patch may have come to nothing, which makes no entity.
  const touched = new Set([...upserts, ...deleted, ...events].map(({ urn }) => urn));
  await deleteUnused(
    tx,
    made.filter((urn) => !touched.has(urn)),
  );
  return upserts;
}

/** Only what some proposal starts from is read. */
async function currentOf(tx: Transaction, proposals: readonly Proposal[]): Promise<Current> {
  const asking = proposals.filter(({ changeType }) => ['CREATE', 'UPDATE', 'PATCH'].includes(changeType));
  if (asking.length === 0) return () => null;
  const documents = await currentDocuments(
    tx,
    asking.map(({ urn }) => urn),
    asking.map(({ aspectName }) => aspectName),
  );
  const texts = new Map(documents.map(({ urn, name, text }) => [keyOf(urn, name), text]));
  return (urn, name) => texts.get(keyOf(urn, name)) ?? null;
}
