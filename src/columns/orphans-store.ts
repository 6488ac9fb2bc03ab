import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import type { AuditStamp } from '../core/clock.js';
import type { Query, Transaction } from '../db/query.js';
import { columns, keyRows } from '../db/unnest.js';
import { andVisible, type Limit } from '../visibility/limit-sql.js';
import { pathOfEdit } from './edits-sql.js';
import { orphanedEdits, type ReasonToStay } from './orphans-sql.js';

/** Edits of a column that the schema does not have. */
export interface OrphanedEdit {
  readonly from: string;
  /** The column of the schema whose path differs in case only; null: there is none. */
  readonly to: string | null;
  /** Null: they can be moved. */
  readonly reason: ReasonToStay | null;
}

/** Returns the orphaned edits of a dataset, in their order. */
export const findOrphans = (query: Query, datasetUrn: string): Promise<OrphanedEdit[]> =>
  query(orphanedEdits('(SELECT * FROM editable_schema_fields WHERE dataset_urn = $1)'), [datasetUrn]);

/** Datasets with edits that one call looks at. */
const lookedAt = 500;

/**
 * Returns those of the next datasets with edits that have orphaned ones, and the last dataset that was looked at; null:
 * there are no more.
 */
export async function findOrphaned(
  query: Query,
  after: string,
  limit: Limit | null,
): Promise<{ readonly datasets: readonly string[]; readonly next: string | null }> {
  const params: unknown[] = [after];
  const [first, others] = ['dataset_urn', 'e.dataset_urn'].map((urn) => andVisible(limit, urn, params));
  const [row] = await query<{ datasets: string[]; looked: number; next: string | null }>(
    `WITH RECURSIVE looked AS (
       (SELECT dataset_urn AS urn, 1 AS n FROM editable_schema_fields WHERE dataset_urn > $1${first} ORDER BY 1 LIMIT 1)
       UNION ALL
       SELECT (SELECT min(e.dataset_urn) FROM editable_schema_fields e WHERE e.dataset_urn > l.urn${others}), n + 1
         FROM looked l WHERE l.urn IS NOT NULL AND n < ${lookedAt}
     )
     SELECT ARRAY(SELECT DISTINCT "datasetUrn" FROM (${orphanedEdits(
       '(SELECT * FROM editable_schema_fields WHERE dataset_urn IN (SELECT urn FROM looked))',
     )}) o ORDER BY 1) AS datasets, count(urn) AS looked, max(urn) AS next FROM looked`,
    params,
    { unprepared: true },
  );
  const { datasets, looked, next } = row!;
  return { datasets, next: looked < lookedAt ? null : next };
}

/** Returns how many of the first edited columns are orphaned, and how many of these can be moved. */
export async function countOrphans(
  query: Query,
  limit: number,
): Promise<{ readonly orphans: number; readonly movable: number }> {
  const [row] = await query<{ orphans: number; movable: number }>(
    `SELECT count(*) AS orphans, count(*) FILTER (WHERE reason IS NULL) AS movable
       FROM (${orphanedEdits(`(SELECT * FROM editable_schema_fields LIMIT ${limit})`)}) o`,
    [],
    { unprepared: true },
  );
  return row!;
}

const upsertRecord = upsertRecords(
  `VALUES ($1, 'editableSchemaMetadata', $2::bigint, $3, $2::bigint, $3)`,
  [],
  [withoutLastModified('aspects')],
);

/**
 * SQL: the moves of edits within a dataset. They name it, so that each is looked up by the whole key. With OFFSET 0, a plan
 * does not join all edits of the dataset with each other first.
 */
const move = `
  move AS MATERIALIZED (
    SELECT $1::text AS urn, "from", "to" FROM ${keyRows('$2::text[]', '$3::text[]')} AS m("from", "to"))`;

/**
 * Moves edits of a locked dataset to columns of its schema, to the path under which these are edited already. A tag keeps
 * its place in the list, its attribution and whether a person has added it; a tag from the same source that the column has
 * stays there. Each column is named once.
 */
export async function moveEdits(
  tx: Transaction,
  datasetUrn: string,
  moves: readonly { readonly from: string; readonly to: string }[],
  { time, actor }: AuditStamp,
): Promise<void> {
  const paths = await tx.query<{ from: string; to: string }>(
    `SELECT m."from", ${pathOfEdit('$1', 'm.to', 'e.position')} AS "to"
       FROM unnest($2::text[], $3::text[]) AS m("from", "to")`,
    [datasetUrn, ...columns(moves, 'from', 'to')],
  );
  const run = (sql: string) =>
    tx.query(`WITH ${move}, ${sql}`, [datasetUrn, ...columns(paths, 'from', 'to')]);
  await run(
    `edited AS (
       UPDATE global_tags t SET is_edited = true
         FROM (SELECT m.urn, m."to", g.tag_urn, g.source FROM move m
                 JOIN global_tags g ON g.resource_urn = m.urn AND g.field_path = m."from" AND g.is_edited OFFSET 0) o
        WHERE (t.resource_urn, t.field_path, t.tag_urn, t.source) = (o.urn, o."to", o.tag_urn, o.source) AND NOT t.is_edited
     ), gone AS (
       DELETE FROM global_tags g USING move m WHERE g.resource_urn = m.urn AND g.field_path = m."from" RETURNING g.*, m."to"
     )
     INSERT INTO global_tags (resource_urn, field_path, tag_urn, position, body, created_at, created_by, is_edited)
     SELECT resource_urn, "to", tag_urn, position, body, created_at, created_by, is_edited FROM gone ORDER BY position
     ON CONFLICT DO NOTHING`,
  );
  await run(
    `merged AS (
       UPDATE editable_schema_fields t
          SET description = coalesce(nullif(t.description, ''), o.description), has_tags = t.has_tags OR o.has_tags,
              body = coalesce(t.body, o.body)
         FROM (SELECT m.urn, m."from", m."to", e.description, e.has_tags, e.body FROM move m
                 JOIN editable_schema_fields e ON e.dataset_urn = m.urn AND e.field_path = m."from" OFFSET 0) o
        WHERE (t.dataset_urn, t.field_path) = (o.urn, o."to") RETURNING o."from"
     )
     DELETE FROM editable_schema_fields WHERE dataset_urn = $1 AND (field_path IN (SELECT "from" FROM merged)) IS TRUE`,
  );
  await run(
    `renamed AS (
       UPDATE editable_schema_fields e SET field_path = m."to" FROM move m
        WHERE e.dataset_urn = m.urn AND e.field_path = m."from"
     ), gone AS (
       -- The key begins with the tag: the removals of the dataset are read once, and not for each move.
       DELETE FROM removed_associations WHERE resource_urn = $1 AND (field_path IN (SELECT "from" FROM move)) IS TRUE
       RETURNING *
     )
     INSERT INTO removed_associations (resource_urn, tag_urn, field_path, position)
     SELECT $1, tag_urn, "to", position
       FROM (SELECT tag_urn, position, max("to") OVER (PARTITION BY path) AS "to"
               FROM (SELECT field_path AS path, NULL AS "to", tag_urn, position FROM gone
                     UNION ALL
                     SELECT "from", "to", NULL, NULL FROM move) both_kinds) moved
      WHERE tag_urn IS NOT NULL
         ON CONFLICT DO NOTHING`,
  );
  await tx.query(upsertRecord, [datasetUrn, time, actor]);
}
