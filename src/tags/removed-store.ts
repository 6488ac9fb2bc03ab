import type { Association } from '../aspects/association.js';
import { lockEntities } from '../aspects/lock-store.js';
import { inSchema } from '../columns/edits-sql.js';
import type { Requester } from '../core/actor.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { columns, keyRows } from '../db/unnest.js';

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
        `DELETE FROM removed_associations r USING ${keyRows('$1::text[]', '$2::text[]', '$3::text[]')} AS named(urn, path, tag)
          WHERE (r.resource_urn, r.field_path, r.tag_urn) = (named.urn, named.path, named.tag)`,
        columns(chunk, 'resourceUrn', 'fieldPath', 'tagUrn'),
      ),
  );

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

/**
 * SQL: remembers the tags that a person has removed.
 *
 * @param rows SQL: rows with urn, path and tag, and the positions that they had in `global_tags`
 */
export const insertRemoved = (rows: string): string => `
  INSERT INTO removed_associations (resource_urn, tag_urn, field_path, position)
  SELECT urn, tag, path, max(position) FROM ${rows} GROUP BY urn, tag, path
  ON CONFLICT (resource_urn, tag_urn, field_path) DO UPDATE SET position = excluded.position`;

/**
 * SQL: forgets that tags were removed, because a person names them again. A column of the schema may have been edited
 * under another path. Each row is read once: a join of the rows with all removals of their tags would make each pair.
 *
 * @param rows SQL: rows with urn, path and tag
 */
export const deleteRemoved = (rows: string): string => `
  DELETE FROM removed_associations r USING (
    SELECT urn, tag, path FROM ${rows} c
    UNION
    SELECT dataset_urn, tag, field_path
      FROM (SELECT *, bool_or(is_named) OVER (PARTITION BY dataset_urn, tag, schema_path) AS is_again
              FROM (SELECT *, ${inSchema('p')} AS schema_path
                      FROM (SELECT *, bool_and(is_named) OVER same OR NOT bool_or(is_named) OVER same AS is_alone
                              FROM ${namedAndRemoved(rows)} both_kinds
                            WINDOW same AS (PARTITION BY dataset_urn, tag, simple_path)) p
                     WHERE NOT is_alone) s) again
     WHERE is_again AND NOT is_named AND schema_path IS NOT NULL
  ) c WHERE (r.resource_urn, r.tag_urn, r.field_path) = (c.urn, c.tag, c.path)`;

/** SQL: the columns of rows, and those from which the same tags were removed in the same datasets. */
const namedAndRemoved = (rows: string) => `(
  SELECT urn AS dataset_urn, tag, path AS field_path, simple_path(path) AS simple_path, true AS is_named
    FROM ${rows} c WHERE path <> ''
  UNION ALL
  SELECT o.resource_urn, o.tag_urn, o.field_path, simple_path(o.field_path), false
    FROM (SELECT DISTINCT urn, tag FROM ${rows} c WHERE path <> '') t
   CROSS JOIN LATERAL (SELECT * FROM removed_associations r
                        WHERE r.resource_urn = t.urn AND r.tag_urn = t.tag AND r.field_path <> '' OFFSET 0) o)`;

/** SQL: whether `r` is about the tag that exists now, and not about a deleted one of the same URN. */
export const isOfCurrentTag = `
  NOT EXISTS (SELECT FROM deleted_tags d
               WHERE NOT d.is_cleared AND d.urn = r.tag_urn AND d.places_to >= r.position)`;
