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
  ), source AS (
    -- A simple path and the only version 2 path with it are one column.
    SELECT dataset_urn, key, count(DISTINCT simple_path) = 1
             AND count(*) FILTER (WHERE field_path <> simple_path) <= 1 AS is_one
      FROM orphan GROUP BY 1, 2
  ), target AS (
    SELECT s.dataset_urn, folded(s.simple_path) AS key, min(s.field_path) AS path, min(s.simple_path) AS simple_path,
           count(*) = 1 AS is_one
      FROM schema_fields s
     WHERE s.dataset_urn = ANY(ARRAY(SELECT DISTINCT dataset_urn FROM orphan)) AND s.simple_path <> '' GROUP BY 1, 2
  )
  SELECT o.dataset_urn AS "datasetUrn", o.field_path AS "from", t.path AS "to",
         CASE WHEN t.path IS NULL THEN 'NO_COLUMN'
              WHEN NOT (t.is_one AND c.is_one) THEN 'AMBIGUOUS'
              WHEN (SELECT true FROM editable_schema_fields x
                            WHERE x.dataset_urn = o.dataset_urn AND x.simple_path = t.simple_path
                              AND (x.body IS NOT NULL AND o.has_others
                                   OR ${isFilled('x.description')} AND ${isFilled('o.description')}
                                      AND x.description <> o.description) LIMIT 1)
              THEN 'CONFLICT' END AS reason
    FROM orphan o JOIN source c ON c.dataset_urn = o.dataset_urn AND c.key = o.key
    LEFT JOIN target t ON t.dataset_urn = o.dataset_urn AND t.key = o.key
   ORDER BY o.dataset_urn, o.position`;
