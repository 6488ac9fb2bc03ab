/** Why edits of a column that the schema does not have stay where they are. */
export const reasonsToStay = ['NO_COLUMN', 'AMBIGUOUS', 'CONFLICT'] as const;
export type ReasonToStay = (typeof reasonsToStay)[number];

const isFilled = (description: string) => `coalesce(${description}, '') <> ''`;

/**
 * SQL: the edits of columns that the schema of their dataset does not have under any path, the only column of the schema
 * whose simple path differs in case only, and why the edits cannot be moved there; null when they can.
 *
 * @param edits SQL: rows of `editable_schema_fields`
 */
export const orphanedEdits = (edits: string): string => `
  WITH orphan AS MATERIALIZED (
    SELECT e.dataset_urn, e.field_path, e.simple_path, e.position, e.description, e.body IS NOT NULL AS has_others,
           folded(e.simple_path) AS key
      FROM ${edits} e
     -- Not by NOT EXISTS, which a plan without statistics turns into a join with all schemas.
     WHERE (SELECT true FROM schema_fields s
             WHERE s.dataset_urn = e.dataset_urn AND s.field_path = e.field_path LIMIT 1) IS NULL
       AND (SELECT true FROM schema_fields s
             WHERE s.dataset_urn = e.dataset_urn AND s.simple_path = e.simple_path LIMIT 1) IS NULL
       AND (${isFilled('e.description')} OR e.body IS NOT NULL
            OR (SELECT true FROM current_global_tags g
                 WHERE g.resource_urn = e.dataset_urn AND g.field_path = e.field_path LIMIT 1))
  ), grouped AS (
    -- Not by joins, which a plan without statistics makes for each pair of columns.
    SELECT *, min(field_path) FILTER (WHERE NOT is_orphan) OVER same AS target,
           min(simple_path) FILTER (WHERE NOT is_orphan) OVER same AS target_simple,
           count(*) FILTER (WHERE NOT is_orphan) OVER same = 1 AS is_only_target,
           -- A simple path and the only version 2 path with it are one column.
           min(simple_path) FILTER (WHERE is_orphan) OVER same = max(simple_path) FILTER (WHERE is_orphan) OVER same
             AND count(*) FILTER (WHERE is_orphan AND field_path <> simple_path) OVER same <= 1 AS is_only_source
      FROM (
        SELECT dataset_urn, field_path, simple_path, key, position, description, has_others, true AS is_orphan FROM orphan
        UNION ALL
        SELECT s.dataset_urn, s.field_path, s.simple_path, folded(s.simple_path), NULL, NULL, false, false
          FROM schema_fields s
         WHERE s.dataset_urn = ANY(ARRAY(SELECT DISTINCT dataset_urn FROM orphan)) AND s.simple_path <> ''
      ) both_kinds WINDOW same AS (PARTITION BY dataset_urn, key)
  )
  SELECT o.dataset_urn AS "datasetUrn", o.field_path AS "from", o.target AS "to",
         CASE WHEN o.target IS NULL THEN 'NO_COLUMN'
              WHEN NOT (o.is_only_target AND o.is_only_source) THEN 'AMBIGUOUS'
              WHEN (SELECT true FROM editable_schema_fields x
                            WHERE x.dataset_urn = o.dataset_urn AND x.simple_path = o.target_simple
                              AND (x.body IS NOT NULL AND o.has_others
                                   OR ${isFilled('x.description')} AND ${isFilled('o.description')}
                                      AND x.description <> o.description) LIMIT 1)
              THEN 'CONFLICT' END AS reason
    FROM grouped o WHERE o.is_orphan
   ORDER BY o.dataset_urn, o.position`;
