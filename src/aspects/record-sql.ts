/**
 * The only upsert of aspect records.
 *
 * @param rows a query for urn, name, created_at, created_by, updated_at, updated_by, then `others`; each (urn, name) once
 * @param others further columns
 * @param assignments what else is set in a record that exists
 */
export const upsertRecords = (
  rows: string,
  others: readonly string[] = [],
  assignments: readonly string[] = others.map((column) => `${column} = excluded.${column}`),
): string => `
  INSERT INTO aspects (${['urn, name, created_at, created_by, updated_at, updated_by', ...others]}) ${rows}
  ON CONFLICT (urn, name) DO UPDATE
     SET ${[...assignments, 'updated_at = excluded.updated_at', 'updated_by = excluded.updated_by']}`;

/** The assignment that drops an ingested `lastModified` of the columns: updated_at is authoritative after an edit. */
export const withoutLastModified = (record: string) => `
  body = CASE WHEN ${record}.name = 'editableSchemaMetadata' AND ${record}.body->'lastModified' IS NOT NULL
              THEN (SELECT coalesce(json_object_agg(key, value), '{}') FROM json_each(${record}.body)
                     WHERE key <> 'lastModified')
              ELSE ${record}.body END`;
