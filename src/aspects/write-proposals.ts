import type { Transaction } from '../db/database.js';
import type { Audit } from '../domain/clock.js';
import { isTimeseriesAspect } from '../domain/timeseries.js';
import { appendEvents } from '../timeseries/store.js';
import { ensureUsers } from '../users/store.js';
import { readDocuments } from './document-store.js';
import { eventOf } from './event.js';
import { type Current, fold, isWholeEntity, keyOf } from './fold.js';
import type { Proposal } from './proposal.js';
import { deleteAspects, deleteEntities, ensureEntities, lockEntities } from './store.js';
import { upsertAspects } from './write.js';

/** In a number of statements that does not grow with the proposals'. */
export async function writeProposals(
  tx: Transaction,
  proposals: readonly Proposal[],
  audit: Audit,
  mayMakeUsers: boolean,
): Promise<void> {
  const events = proposals.filter(({ aspectName }) => isTimeseriesAspect(aspectName)).map(eventOf);
  const versioned = proposals.filter(({ aspectName }) => !isTimeseriesAspect(aspectName));
  const entityOf = ({ urn, entityType }: Proposal) => ({ urn, type: entityType });

  const leaving = proposals.filter(({ changeType }) => changeType === 'DELETE').map(({ urn }) => urn);
  const writing = proposals.filter(({ changeType }) => changeType !== 'DELETE').map(entityOf);
  // Held before anything is read, so that a patch starts from what the one before it left.
  const made = await ensureEntities(tx, writing, audit);
  await lockEntities(tx, leaving);
  const { deletedEntities, deletedAspects, upserts } = fold(versioned, await currentOf(tx, versioned));

  await deleteEntities(tx, deletedEntities);
  await deleteAspects(tx, deletedAspects);
  await upsertAspects(tx, upserts, audit);
  await appendEvents(tx, events);
  // A patch may have come to nothing, and an entity exists by its aspects.
  const written = new Set([...upserts, ...events].map(({ urn }) => urn));
  await deleteEntities(
    tx,
    [...made].filter((urn) => !written.has(urn)),
  );

  if (mayMakeUsers) {
    const users = upserts.filter(({ entityType }) => entityType === 'corpuser').map(({ urn }) => urn);
    if (users.length > 0) await ensureUsers(tx, users, audit.time);
  }
}

/** Only what some proposal starts from is read. */
async function currentOf(tx: Transaction, proposals: readonly Proposal[]): Promise<Current> {
  const asking = proposals.filter(
    (proposal) => ['CREATE', 'UPDATE', 'PATCH'].includes(proposal.changeType) && !isWholeEntity(proposal),
  );
  if (asking.length === 0) return () => null;
  const query = <Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> =>
    tx.$queryRawUnsafe(sql, ...params);
  const documents = await readDocuments(
    query,
    [...new Set(asking.map(({ urn }) => urn))],
    [...new Set(asking.map(({ aspectName }) => aspectName))],
  );
  const texts = new Map(documents.map(({ urn, name, text }) => [keyOf(urn, name), text]));
  return (urn, name) => texts.get(keyOf(urn, name)) ?? null;
}
