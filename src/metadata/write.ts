import type { AuditStamp } from '../core/clock.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Transaction } from '../db/query.js';
import { writeRecords } from './aspect-store.js';
import { replaceEditableFields, replaceSchemaFields } from './column-store.js';
import { replaceTags } from './global-tags-store.js';
import { lockMetadata } from './lock.js';
import type { AspectUpsert } from './models.js';
import { writePeople } from './people/write.js';
import { writePolicies } from './policies/store.js';
import { replaceReferences } from './references/store.js';
import { type Rows, referencedTags, rowsOf } from './rows.js';
import { writeTagProperties } from './tag-properties-store.js';

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
        ...rows.people.groups.map(({ urn }) => ({ urn, type: 'corpGroup' })),
      ],
      referencedTags: referencedTags(rows),
      tagged: rows.tagged,
      edited: rows.edited,
      deleted: [],
    },
    audit,
  );
  await writeRows(tx, rows, audit);
}

/**
 * Writes whole aspects of locked entities. The number of statements grows with the size of the rows only.
 *
 * SQL that has to follow every change of metadata, such as a search document, goes where the change is written:
 *
 * - Every change of an aspect writes or deletes its record in `aspects`. `upsertRecords` (aspect-store.ts) is the only
 *   upsert, for this function, for new tags on entities (association-store.ts) and for descriptions of columns
 *   (description-store.ts). The update in `detach` and the deletions in `deleteAspects` and `deleteEntityRows` are the
 *   others.
 * - The references of an aspect are replaced here, and deleted with its record (references/store.ts).
 * - The deletion of a tag also deletes its rows of `global_tags`, without a write of the entities' records.
 *   `lockTagRows` (lock-store.ts) has locked these rows.
 *
 * Statement triggers on these two tables, whose transition tables have the changed rows, see all of this, and a change
 * of tags stays one statement. For changes of one kind, a CTE beside the write does the same.
 */
export async function writeRows(tx: Transaction, rows: Rows, audit: AuditStamp): Promise<void> {
  await writeRecords(tx, rows.records, audit);
  await writeTagProperties(tx, rows.tagProperties);
  await writePolicies(tx, rows.policies);
  await replaceSchemaFields(tx, rows.schemas, rows.fields);
  await replaceTags(tx, rows.tagged, 'entities', rows.tags, audit);
  await replaceEditableFields(tx, rows.edited, rows.edits);
  await replaceTags(tx, rows.edited, 'columns', rows.columnTags, audit);
  await writePeople(tx, rows.people, audit);
  await replaceReferences(tx, rows.referring, rows.references);
}
