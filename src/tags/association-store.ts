import type { Database } from '../db/database.js';
import { retried } from '../db/transaction.js';
import type { Audit } from '../domain/clock.js';
import type { ColumnPath } from '../domain/field-path.js';

/** One tag on an entity (an empty `fieldPath`) or on a column, by the schema's own path. */
export interface Association {
  readonly resourceUrn: string;
  readonly fieldPath: string;
  readonly tagUrn: string;
}

export interface AssociationChange {
  readonly resourceUrns: readonly string[];
  readonly tagUrns: readonly string[];
  readonly associations: readonly Association[];
  readonly audit: Audit;
}

/** Which of the entities and tags of a change exist. Unless all do that have to, nothing was changed. */
export interface Existing {
  readonly entities: readonly string[];
  readonly tags: readonly string[];
}

export type AssociationStore = ReturnType<typeof associationStore>;

/** Checks and changes in one statement, which is one transaction: a round trip for each would be most of the time. */
export function associationStore({ query }: Database) {
  async function change(sql: string, { resourceUrns, tagUrns, associations, audit }: AssociationChange) {
    const params = [
      [...new Set(resourceUrns)],
      [...new Set(tagUrns)],
      associations.map((row) => row.resourceUrn),
      associations.map((row) => row.fieldPath),
      associations.map((row) => row.tagUrn),
      audit.time,
      audit.actor,
    ];
    const [existing] = await retried(() => query<Existing>(sql, params));
    return existing!;
  }

  return {
    /** Adds what is not there yet, in this order, and marks the aspects as written. All entities and tags must exist. */
    attach: (wanted: AssociationChange) => change(attach, wanted),

    /** Removes what is there; the emptied aspects stay. All entities must exist. */
    detach: (unwanted: AssociationChange) => change(detach, unwanted),

    /** The columns of some datasets that have one of these paths or simple paths. */
    columns: (datasetUrns: readonly string[], paths: readonly string[]) =>
      query<ColumnPath & { datasetUrn: string }>(
        `SELECT dataset_urn AS "datasetUrn", field_path AS "fieldPath", simple_path AS "simplePath"
           FROM schema_fields
          WHERE dataset_urn = ANY($1::text[]) AND (field_path = ANY($2::text[]) OR simple_path = ANY($2::text[]))
          ORDER BY dataset_urn, position`,
        [datasetUrns, paths],
      ),
  };
}

/**
 * Writers of one entity's tags queue at its row, so that whatever they do leaves what some serial order of them leaves;
 * each takes its rows in the order of their URNs, so that no two wait for each other. A tag that is held stays until the
 * statement ends; whoever deletes one takes it off the same things in another order.
 */
const changeWhere = (condition: string) => `
  WITH entity AS MATERIALIZED (
    SELECT urn FROM entities WHERE urn = ANY($1::text[]) ORDER BY urn FOR NO KEY UPDATE
  ), tag AS MATERIALIZED (
    SELECT urn FROM tags WHERE urn = ANY($2::text[]) ORDER BY urn FOR KEY SHARE
  ), changed AS (
    SELECT * FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS c(urn, path, tag, ord)
     WHERE (SELECT count(*) FROM entity) = cardinality($1::text[]) AND ${condition}
  )`;

const existing = 'SELECT ARRAY(SELECT urn FROM entity) AS entities, ARRAY(SELECT urn FROM tag) AS tags';

const aspectOf = (path: string) => `CASE ${path} WHEN '' THEN 'globalTags' ELSE 'editableSchemaMetadata' END`;

/** What was ingested may say when the columns were last modified, which now is the header's to say. */
const edited = (aspect: string) => `
  body = CASE WHEN ${aspect}.name = 'editableSchemaMetadata' AND ${aspect}.body->'lastModified' IS NOT NULL
              THEN (SELECT coalesce(json_object_agg(key, value), '{}') FROM json_each(${aspect}.body)
                     WHERE key <> 'lastModified')
              ELSE ${aspect}.body END`;

const attach = `${changeWhere('(SELECT count(*) FROM tag) = cardinality($2::text[])')}, headers AS (
    INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
    SELECT DISTINCT urn, ${aspectOf('path')}, $6::bigint, $7, $6::bigint, $7 FROM changed
    ON CONFLICT (urn, name) DO UPDATE SET ${edited('aspects')}, updated_at = excluded.updated_at,
                                          updated_by = excluded.updated_by
  ), columns AS (
    INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
    SELECT DISTINCT urn, path, true FROM changed WHERE path <> ''
    ON CONFLICT (dataset_urn, field_path) DO UPDATE SET has_tags = true
  ), added AS (
    INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by)
    SELECT urn, path, tag, $6::bigint, $7 FROM changed ORDER BY ord
    ON CONFLICT DO NOTHING
  ) ${existing}`;

// Any number will do: counting them is what takes their locks before anything is removed.
const detach = `${changeWhere('(SELECT count(*) FROM tag) >= 0')}, gone AS (
    DELETE FROM global_tags g USING changed c
     WHERE (g.resource_urn, g.field_path, g.tag_urn) = (c.urn, c.path, c.tag)
    RETURNING g.resource_urn AS urn, ${aspectOf('g.field_path')} AS name
  ), headers AS (
    UPDATE aspects a SET ${edited('a')}, updated_at = $6::bigint, updated_by = $7
      FROM (SELECT DISTINCT urn, name FROM gone) d WHERE a.urn = d.urn AND a.name = d.name
  ) ${existing}`;
