import type { Association } from '../aspects/association.js';
import { lockEntities } from '../aspects/lock-store.js';
import type { Requester } from '../core/actor.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import { isInSchema } from './removed-sql.js';

/** Returns the entities among these from which, or from whose columns, people have removed tags. */
export async function findWithRemoved(tx: Transaction, urns: readonly string[]): Promise<Set<string>> {
  if (urns.length === 0) return new Set();
  const rows = await tx.query<{ urn: string }>(
    `SELECT urn FROM unnest($1::text[]) AS given(urn)
      WHERE EXISTS (SELECT FROM removed_associations r WHERE r.resource_urn = given.urn)`,
    [urns],
  );
  return new Set(rows.map(({ urn }) => urn));
}

/** Forgets that people have removed tags from locked entities and their columns. */
export const forgetRemoved = (tx: Transaction, removed: readonly Association[]): Promise<void> =>
  inChunks(
    removed,
    ({ resourceUrn, fieldPath, tagUrn }) => sumLengths(resourceUrn, fieldPath, tagUrn),
    (chunk) =>
      tx.query(
        `DELETE FROM removed_associations r USING unnest($1::text[], $2::text[], $3::text[]) AS named(urn, path, tag)
          WHERE (r.resource_urn, r.field_path, r.tag_urn) = (named.urn, named.path, named.tag)`,
        columns(chunk, 'resourceUrn', 'fieldPath', 'tagUrn'),
      ),
  );

/** A column of a dataset. */
export interface Column {
  readonly datasetUrn: string;
  readonly fieldPath: string;
}

/** SQL: the columns of schemas from which people have removed tags. @param urns SQL: the datasets */
export const selectColumnsWithRemoved = (urns: string): string => `
  SELECT DISTINCT r.resource_urn AS "datasetUrn", r.field_path AS "fieldPath" FROM removed_associations r
   WHERE r.resource_urn = ANY(${urns}) AND r.field_path <> '' AND ${isInSchema}`;

/** Forgets the removals from columns of locked datasets that their schemas had and no longer have. */
export async function forgetGoneColumns(tx: Transaction, had: readonly Column[]): Promise<void> {
  await inChunks(
    had,
    ({ datasetUrn, fieldPath }) => sumLengths(datasetUrn, fieldPath),
    (chunk) =>
      tx.query(
        `DELETE FROM removed_associations r USING unnest($1::text[], $2::text[]) AS had(urn, path)
          WHERE (r.resource_urn, r.field_path) = (had.urn, had.path) AND NOT ${isInSchema}`,
        columns(chunk, 'datasetUrn', 'fieldPath'),
      ),
  );
}

/** Entities of one transaction, so that it holds its locks only for a short time. */
const partSize = 500;

/** Forgets all removals of a tag, in several transactions. */
export async function forgetTag(db: Database, tagUrn: string, requester: Requester): Promise<void> {
  const forgetNext = async (tx: Transaction) => {
    const found = await tx.query<{ urn: string }>(
      `SELECT DISTINCT resource_urn AS urn FROM removed_associations WHERE tag_urn = $1 ORDER BY 1 LIMIT ${partSize}`,
      [tagUrn],
    );
    const urns = found.map(({ urn }) => urn);
    await tx.query('DELETE FROM removed_associations WHERE tag_urn = $1 AND resource_urn = ANY($2::text[])', [
      tagUrn,
      await lockEntities(tx, urns, 'write'),
    ]);
    return urns.length === partSize;
  };
  while (await transaction(db, forgetNext, requester));
}
