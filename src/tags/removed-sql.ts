import { inSchema } from '../columns/edits-sql.js';

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
 * under another path.
 *
 * @param rows SQL: rows with urn, path and tag
 */
export const deleteRemoved = (rows: string): string => `
  DELETE FROM removed_associations r USING ${rows} c
   WHERE (r.resource_urn, r.tag_urn) = (c.urn, c.tag)
     AND (r.field_path = c.path OR r.field_path <> '' AND c.path <> '' AND EXISTS (
           SELECT FROM (SELECT r.resource_urn AS dataset_urn, r.field_path, simple_path(r.field_path) AS simple_path) was,
                       (SELECT c.urn AS dataset_urn, c.path AS field_path, simple_path(c.path) AS simple_path) now
            WHERE was.simple_path = now.simple_path AND ${inSchema('was')} = ${inSchema('now')}))`;

/** SQL: whether `r` is about the tag that exists now, and not about a deleted one of the same URN. */
export const isOfCurrentTag = `
  NOT EXISTS (SELECT FROM deleted_tags d
               WHERE NOT d.is_cleared AND d.urn = r.tag_urn AND d.places_to >= r.position)`;

/** SQL: whether the stored schema has the column of `r`. The rule is that of `sameColumn` (columns/field-path.ts). */
export const isInSchema = `
  (EXISTS (SELECT FROM schema_fields s WHERE s.dataset_urn = r.resource_urn AND s.field_path = r.field_path)
   OR (SELECT count(*) > 0 AND count(DISTINCT s.field_path) FILTER (WHERE s.field_path <> s.simple_path)
                                 + (r.field_path <> simple_path(r.field_path))::int <= 1
         FROM schema_fields s WHERE s.dataset_urn = r.resource_urn AND s.simple_path = simple_path(r.field_path)))`;
