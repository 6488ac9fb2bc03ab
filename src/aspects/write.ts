import type { AuditStamp } from '../core/clock.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Transaction } from '../db/query.js';
import { type DocumentWrite, documentsOf } from '../search/documents/document.js';
import { createDocuments, writeDocuments } from '../search/documents/document-store.js';
import type { AspectUpsert } from './aspect.js';
import { writeRecords } from './aspect-store.js';
import { lockMetadata } from './lock.js';
import type { EntityKey } from './lock-store.js';
import { tagsReplacedBy } from './locks.js';
import { replaceReferences } from './references/store.js';
import { groupsIn, type Rows, referencedTags, rowsOf } from './rows.js';

/** Writes aspects and creates their missing entities. Of upserts of the same aspect, the last wins. */
export async function upsertAspects(
  tx: Transaction,
  upserts: readonly AspectUpsert[],
  audit: AuditStamp,
): Promise<void> {
  const last = new Map(upserts.map((upsert) => [`${upsert.urn} ${upsert.name}`, upsert]));
  const rows = await runCooperatively(rowsOf([...last.values()]));
  await lockMetadata(
    tx,
    {
      createsMissing: true,
      written: [
        ...upserts.map(({ urn, entityType }) => ({ urn, type: entityType })),
        ...groupsIn(rows).map((urn) => ({ urn, type: 'corpGroup' })),
      ],
      referencedTags: referencedTags(rows),
      ...tagsReplacedBy(upserts),
      deleted: [],
    },
    audit,
  );
  await writeRows(tx, rows, audit);
}

/**
 * Writes whole aspects of locked entities. The number of statements grows with the size of the rows only.
 *
 * The search documents follow every change where it is made: here, in `deleteAspects` (aspect-store.ts), with new tags
 * (entity-store.ts), with the properties of tags (tags/properties-store.ts) and with descriptions of columns
 * (columns/description-store.ts). Triggers count which entities have a tag, from every change of `global_tags` and of the
 * references in ingested schemas.
 */
export async function writeRows(tx: Transaction, rows: Rows, audit: AuditStamp): Promise<void> {
  // The database writes the records while this process makes the documents.
  const [, documents] = await Promise.all([
    writeRecords(tx, rows.records, audit),
    runCooperatively(documentsOf(rows.searched)),
  ]);
  const touched: EntityKey[] = [];
  for (const part of rows.parts) await part.write(tx, audit, (entities) => touched.push(...entities));
  await replaceReferences(tx, rows.referring, rows.references);
  await writeDocuments(tx, documents);
  await createDocuments(tx, [
    ...undocumentedOf(rows.searched, documents),
    // Such as a group that only a membership names.
    ...touched,
  ]);
}

/** Returns the entities whose aspects add nothing to their documents. */
function undocumentedOf(upserts: readonly AspectUpsert[], documents: readonly DocumentWrite[]): EntityKey[] {
  const documented = new Set(documents.map(({ urn }) => urn));
  const others = upserts.filter(({ urn }) => !documented.has(urn));
  return [...new Map(others.map(({ urn, entityType: type }) => [urn, { urn, type }])).values()];
}
