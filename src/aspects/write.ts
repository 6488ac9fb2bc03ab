import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import type { Deadline } from '../core/deadline.js';
import { CatalogError } from '../core/errors.js';
import { getEntityType } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import type { AspectKey, AspectUpsert } from './aspect.js';
import { deleteRecords, writeRecords } from './aspect-store.js';
import type { MetadataTransaction } from './changes.js';
import { currentDocuments } from './document-store.js';
import { lockMetadata, MissingLocks } from './lock.js';
import { readBefore } from './recorded.js';
import { groupsIn, type Rows, referencedTags, toRows } from './rows.js';

/** Aspects to delete, and aspects to write: each (urn, name) once. */
export interface AspectChanges {
  readonly deleted: readonly AspectKey[];
  readonly upserts: readonly AspectUpsert[];
}

/** Changes aspects of locked entities. @returns the deleted aspects that there were */
export async function changeAspects(
  tx: MetadataTransaction,
  { deleted, upserts }: AspectChanges,
  audit: AuditStamp,
  deadline?: Deadline,
): Promise<AspectKey[]> {
  const gone = await deleteAspects(tx, deleted);
  await writeRows(tx, await runInTurns(toRows(tx.aspects, upserts), deadline), audit);
  return gone;
}

/** Writes whole aspects of locked entities. The number of statements grows with the size of the rows only. */
export async function writeRows(tx: MetadataTransaction, rows: Rows, audit: AuditStamp): Promise<void> {
  if (rows.records.length === 0) return;
  await readBefore(tx, rows.upserts);
  await writeRecords(tx, rows.records, audit);
  for (const part of rows.parts) await part.write(tx, audit, (entities) => tx.changes.addUsed(entities));
  tx.changes.addWritten(rows.upserts);
}

/**
 * Deletes aspects of locked entities, with their rows of other tables. A tag without properties is still a tag.
 *
 * @returns those that there were
 */
export async function deleteAspects(
  tx: MetadataTransaction,
  keys: readonly AspectKey[],
): Promise<AspectKey[]> {
  if (keys.length === 0) return [];
  const typed = keys.map((key) => ({ ...key, entityType: getEntityType(key.urn) }));
  await readBefore(tx, typed);
  const deleted = await deleteRecords(tx, keys);
  for (const tables of tx.aspects.tables) {
    const kept = typed.filter((key) => tx.aspects.find(key.entityType, key.name)?.rows?.tables === tables);
    if (kept.length > 0) await tables.clear(tx, kept);
  }
  tx.changes.addDeletedAspects(typed);
  return deleted;
}

/** Runs statements that change parts of stored aspects of locked entities in place. @returns what they return */
export async function changeInPlace<T>(
  tx: MetadataTransaction,
  keys: readonly (AspectKey & { readonly entityType: string })[],
  change: () => Promise<T>,
): Promise<T> {
  const requester: Pick<Requester, 'memory' | 'deadline'> = tx.requester ?? {};
  await readBefore(tx, keys);
  const result = await change();
  for (const { urn, name, text } of await currentDocuments(tx, keys, requester)) {
    const value = (await runInTurns(parseInSteps(text), requester.deadline)) as Json;
    tx.changes.addWritten([{ urn, entityType: getEntityType(urn), name, value }]);
  }
  return result;
}

/** Writes aspects and creates their missing entities. Of upserts of the same aspect, the last wins. */
export async function upsertAspects(
  tx: MetadataTransaction,
  upserts: readonly AspectUpsert[],
  audit: AuditStamp,
): Promise<void> {
  const last = new Map(upserts.map((upsert) => [`${upsert.urn} ${upsert.name}`, upsert]));
  const rows = await runInTurns(toRows(tx.aspects, [...last.values()]));
  const locked = await lockMetadata(
    tx,
    {
      createsMissing: true,
      written: [
        ...upserts.map(({ urn, entityType }) => ({ urn, type: entityType })),
        ...groupsIn(rows).map((urn) => ({ urn, type: 'corpGroup' })),
      ],
      referencedTags: referencedTags(rows),
    },
    audit,
  );
  if (locked instanceof MissingLocks) throw new CatalogError('SERVICE_UNAVAILABLE', locked.message);
  await writeRows(tx, rows, audit);
}
