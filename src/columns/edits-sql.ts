/**
 * SQL: the path in the schema of the column that the edit `e` means; null when the schema does not have it, the edit's own
 * path when it could be several. The same rule as `resolveColumn` (core/field-path.ts).
 */
export const inSchema = (e: string) => `
  coalesce((SELECT s.field_path FROM schema_fields s
             WHERE s.dataset_urn = ${e}.dataset_urn AND s.field_path = ${e}.field_path LIMIT 1),
           (SELECT CASE WHEN count(DISTINCT s.field_path) = 1 THEN min(s.field_path)
                        WHEN count(*) > 1 THEN ${e}.field_path END
              FROM schema_fields s WHERE s.dataset_urn = ${e}.dataset_urn AND s.simple_path = ${e}.simple_path))`;

/**
 * SQL: the common key of all edits of one column. The rule is that of `resolveEdits` (core/field-path.ts): without the
 * schema, a simple path and the only version 2 path with this simple path are one column.
 */
const columnSql = (e: string) => `
  coalesce(${inSchema(e)},
           CASE WHEN (SELECT count(*) FROM editable_schema_fields v
                       WHERE v.dataset_urn = ${e}.dataset_urn AND v.simple_path = ${e}.simple_path
                         AND v.field_path <> v.simple_path) <= 1
                THEN ${e}.simple_path ELSE ${e}.field_path END)`;

/**
 * SQL: the path under which a column of the schema is edited again, so that it gets no second edit: that of the edit `e`
 * that comes first by `order`, then the schema's own, then the latest. Without an edit, it is the schema's own.
 */
export const pathOfEdit = (datasetUrn: string, path: string, order: string) => `
  coalesce((SELECT e.field_path FROM editable_schema_fields e
             WHERE e.dataset_urn = ${datasetUrn} AND e.simple_path = simple_path(${path}) AND ${inSchema('e')} = ${path}
             ORDER BY ${order}, e.field_path <> ${path}, e.position DESC LIMIT 1), ${path})`;

/** SQL: whether the edits `o` and `f` mean the same column. */
const isSame = `o.dataset_urn = f.dataset_urn AND o.simple_path = f.simple_path
  AND (o.field_path = f.field_path OR ${columnSql('o')} = ${columnSql('f')})`;

/**
 * SQL: whether the row `f` of `editable_schema_fields` is the first edit of its column. Not by EXISTS, which PostgreSQL
 * turns into a join of all edits of all datasets.
 */
export const isFirstEdit = `
  f.position = (SELECT min(o.position) FROM editable_schema_fields o WHERE ${isSame})`;

/**
 * SQL: all edits of the column whose first edit is `f`, as one row. Edits under the path of the schema come first: they
 * were made under the path by which the column is known.
 */
export const mergedEdit = `
  (SELECT c.path, array_agg(o.field_path) AS paths, bool_or(o.has_tags) AS has_tags,
          (array_agg(o.description ORDER BY o.field_path <> c.path, o.position DESC)
             FILTER (WHERE o.description IS NOT NULL))[1] AS description
     FROM (SELECT coalesce(${inSchema('f')}, f.field_path) AS path) c
     JOIN editable_schema_fields o ON ${isSame}
    GROUP BY c.path)`;
