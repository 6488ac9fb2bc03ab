import type { AuditStamp } from '../core/clock.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Transaction } from '../db/query.js';
import { writeHeaders } from './aspect-store.js';
import { replaceEditableFields, replaceSchemaFields } from './column-store.js';
import { hold } from './lock.js';
import type { AspectUpsert } from './models.js';
import { mentionedTags, type Rows, rowsOf } from './rows.js';
import { replaceTags, writeTagProperties } from './tag-store.js';

/** Writes aspects and makes their entities where they are missing. Later ones win. */
export async function upsertAspects(
  tx: Transaction,
  upserts: readonly AspectUpsert[],
  audit: AuditStamp,
): Promise<void> {
  const last = new Map(upserts.map((upsert) => [`${upsert.urn} ${upsert.name}`, upsert]));
  const rows = await runCooperatively(rowsOf([...last.values()]));
  await hold(
    tx,
    {
      making: true,
      written: upserts.map(({ urn, entityType }) => ({ urn, type: entityType })),
      mentioned: mentionedTags(rows),
      tagged: rows.tagged,
      edited: rows.edited,
      deleted: [],
    },
    audit,
  );
  await writeRows(tx, rows, audit);
}

/**
 * Writes aspects of entities that are held, each once and whole, in a number of statements that grows with their size
 * alone. The known aspects become rows of their own models, which GraphQL edits; the header keeps what is left.
 */
export async function writeRows(tx: Transaction, rows: Rows, audit: AuditStamp): Promise<void> {
  await writeHeaders(tx, rows.headers, audit);
  await writeTagProperties(tx, rows.tagProperties);
  await replaceSchemaFields(tx, rows.schemas, rows.fields);
  await replaceTags(tx, rows.tagged, false, rows.tags, audit);
  await replaceEditableFields(tx, rows.edited, rows.edits);
  await replaceTags(tx, rows.edited, true, rows.columnTags, audit);
}
