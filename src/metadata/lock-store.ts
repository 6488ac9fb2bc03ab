import type { Transaction } from '../db/query.js';

/** Whose rows of `tags` and `global_tags` a transaction holds. */
export interface TagRows {
  /** entities that go */
  readonly deleted: readonly string[];
  /** entities whose own tags are replaced */
  readonly tagged: readonly string[];
  /** datasets whose columns' tags are replaced */
  readonly edited: readonly string[];
}

/**
 * The one order in which transactions take locks on metadata, so that no two wait for each other:
 *
 * 1. rows of `entities`, those to be made among them, in the order of their URNs' bytes, each in the strongest mode that
 *    the transaction needs: FOR UPDATE to delete, FOR NO KEY UPDATE to write, FOR KEY SHARE to mention;
 * 2. rows of `tags`, in the order of their URNs' bytes;
 * 3. rows of `global_tags` that are replaced, or go with an entity, in the order of their primary key.
 *
 * All other rows about an entity are changed only by who holds the entity's row. Who deletes a tag holds its rows of
 * `entities` and `tags`, not the entities that it is on: so whoever removes rows of `global_tags` of several entities
 * takes them in order, too, unless it holds their tags.
 */
export async function lockTagRows(tx: Transaction, { deleted, tagged, edited }: TagRows): Promise<void> {
  if (deleted.length > 0) {
    await tx.query(
      `WITH held AS MATERIALIZED (SELECT FROM tags WHERE urn = ANY($1::text[]) ORDER BY urn FOR UPDATE)
       SELECT count(*) FROM held`,
      [deleted],
    );
  }
  if (deleted.length + tagged.length + edited.length === 0) return;
  // Seen by a statement of its own: since the tags are held, nothing is put on anything.
  await tx.query(
    `WITH held AS MATERIALIZED (
       SELECT FROM global_tags
        WHERE resource_urn = ANY($1::text[]) OR tag_urn = ANY($1::text[])
           OR (resource_urn = ANY($2::text[]) AND field_path = '')
           OR (resource_urn = ANY($3::text[]) AND field_path <> '')
        ORDER BY resource_urn, field_path, tag_urn FOR UPDATE)
     SELECT count(*) FROM held`,
    [deleted, tagged, edited],
  );
}
