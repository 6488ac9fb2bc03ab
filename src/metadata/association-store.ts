import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { shareDeadline } from '../core/deadline.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import { retried } from '../db/transaction.js';
import type { ColumnPath } from './field-path.js';

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
  readonly audit: AuditStamp;
  readonly requester: Requester;
}

/** Which of the entities and tags exist. Unless all do that a change needs, nothing of it was made. */
export interface Existing {
  readonly entities: readonly string[];
  readonly tags: readonly string[];
}

interface Result extends Existing {
  readonly made: boolean;
}

/** What a statement does about rows that others have locked: skip them, or wait. */
type Lock = 'SKIP LOCKED' | '';

export type AssociationStore = ReturnType<typeof associationStore>;

/**
 * Checks and changes in one statement, which is one transaction and serves the concurrent requests of all: round trips
 * and commits would be most of the time. A shared statement never waits for a lock; what is locked, or does not exist,
 * keeps only those waiting that ask for it.
 */
export function associationStore({ query, limited }: Database) {
  async function run(sql: string, changes: readonly AssociationChange[]): Promise<Result> {
    const rows = changes.flatMap(({ associations, audit }) =>
      associations.map((association) => ({ ...association, ...audit })),
    );
    const params = [
      [...new Set(changes.flatMap(({ resourceUrns }) => resourceUrns))],
      [...new Set(changes.flatMap(({ tagUrns }) => tagUrns))],
      rows.map((row) => row.resourceUrn),
      rows.map((row) => row.fieldPath),
      rows.map((row) => row.tagUrn),
      rows.map((row) => row.time),
      rows.map((row) => row.actor),
    ];
    const deadlines = changes.map(({ requester }) => requester.deadline);
    const [result] = await shareDeadline(deadlines, (deadline) =>
      retried(() => query<Result>(sql, params, { deadline, changes: true }), deadline),
    );
    return result!;
  }

  /** @returns nothing for those that something is missing for, or locked: they are to be tried alone */
  async function runShared(
    sql: string,
    changes: readonly AssociationChange[],
  ): Promise<ReadonlyMap<AssociationChange, Existing>> {
    const result = await run(sql, changes);
    const found = new Set([...result.entities, ...result.tags]);
    const applied = result.made
      ? changes
      : changes.filter(({ resourceUrns, tagUrns }) =>
          [...resourceUrns, ...tagUrns].every((urn) => found.has(urn)),
        );
    const { made } = result.made || applied.length === 0 ? result : await run(sql, applied);
    return new Map(made ? applied.map((change) => [change, result]) : []);
  }

  function batch(sql: (lock: Lock) => string) {
    const [shared, alone] = [sql('SKIP LOCKED'), sql('')];
    const load = createBatchLoader((changes: AssociationChange[]) => runShared(shared, changes), {
      maxKeys: 100,
    });
    return async (change: AssociationChange): Promise<Existing> =>
      (await load(change)) ?? limited(change.requester, () => run(alone, [change]));
  }

  return {
    /** Adds what is not there yet, in this order, and marks the aspects as written. All entities and tags must exist. */
    attach: batch(attach),

    /** Removes what is there; the emptied aspects stay. All entities must exist. */
    detach: batch(detach),

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
const changeWhere = (condition: string, lock: Lock) => `
  WITH entity AS MATERIALIZED (
    SELECT urn FROM entities WHERE urn = ANY($1::text[]) ORDER BY urn FOR NO KEY UPDATE ${lock}
  ), tag AS MATERIALIZED (
    SELECT urn FROM tags WHERE urn = ANY($2::text[]) ORDER BY urn FOR KEY SHARE ${lock}
  ), existing AS (
    SELECT ARRAY(SELECT urn FROM entity) AS entities, ARRAY(SELECT urn FROM tag) AS tags
  ), verdict AS (
    SELECT *, cardinality(entities) = cardinality($1::text[]) AND ${condition} AS made FROM existing
  ), changed AS (
    SELECT c.*, CASE path WHEN '' THEN 'globalTags' ELSE 'editableSchemaMetadata' END AS aspect
      FROM verdict, unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
                      WITH ORDINALITY AS c(urn, path, tag, time, actor, ord)
     WHERE made
  )`;

/** What was ingested may say when the columns were last modified, which now is the header's to say. */
const edited = (aspect: string) => `
  body = CASE WHEN ${aspect}.name = 'editableSchemaMetadata' AND ${aspect}.body->'lastModified' IS NOT NULL
              THEN (SELECT coalesce(json_object_agg(key, value), '{}') FROM json_each(${aspect}.body)
                     WHERE key <> 'lastModified')
              ELSE ${aspect}.body END`;

const attach = (
  lock: Lock,
) => `${changeWhere('cardinality(tags) = cardinality($2::text[])', lock)}, headers AS (
    INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
    SELECT DISTINCT ON (urn, aspect) urn, aspect, first_value(time) OVER asked, first_value(actor) OVER asked, time, actor
      FROM changed WINDOW asked AS (PARTITION BY urn, aspect ORDER BY ord) ORDER BY urn, aspect, ord DESC
    ON CONFLICT (urn, name) DO UPDATE SET ${edited('aspects')}, updated_at = excluded.updated_at,
                                          updated_by = excluded.updated_by
  ), columns AS (
    INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
    SELECT DISTINCT urn, path, true FROM changed WHERE path <> ''
    ON CONFLICT (dataset_urn, field_path) DO UPDATE SET has_tags = true
  ), added AS (
    INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by)
    SELECT urn, path, tag, time, actor FROM changed ORDER BY ord
    ON CONFLICT DO NOTHING
  ) SELECT * FROM verdict`;

/** A tag that somebody is deleting goes off its things in an order of its own: a shared statement keeps away from it. */
const heldWhereThere = 'cardinality(tags) = (SELECT count(*) FROM tags WHERE urn = ANY($2::text[]))';

const detach = (
  lock: Lock,
) => `${changeWhere(lock === 'SKIP LOCKED' ? heldWhereThere : 'true', lock)}, gone AS (
    DELETE FROM global_tags g USING changed c
     WHERE (g.resource_urn, g.field_path, g.tag_urn) = (c.urn, c.path, c.tag)
    RETURNING c.*
  ), headers AS (
    UPDATE aspects a SET ${edited('a')}, updated_at = d.time, updated_by = d.actor
      FROM (SELECT DISTINCT ON (urn, aspect) * FROM gone ORDER BY urn, aspect, ord DESC) d
     WHERE a.urn = d.urn AND a.name = d.aspect
  ) SELECT * FROM verdict`;
