import type { AspectKey } from '../aspects/aspect.js';
import type { AssociationChange } from '../aspects/association.js';
import { type LockWait, lockedRows } from '../aspects/lock-store.js';
import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import { findColumns, findEdits } from '../columns/column-store.js';
import { pathOfEdit } from '../columns/edits-sql.js';
import { staleCallers } from '../db/caller-stands.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { numberedKeyRows } from '../db/unnest.js';
import {
  insertAddedTags,
  insertRemovedTags,
  nothingRestored,
  restoredColumns,
  taggingAspect,
} from '../history/insert-sql.js';
import { associationBatch, toParams } from './association-batch.js';
import { findTagged } from './global-tags-store.js';
import { deleteRemoved, insertRemoved } from './removed-store.js';

export type AssociationStore = ReturnType<typeof associationStore>;

export function associationStore(db: Database) {
  return {
    /**
     * Adds the associations that do not exist, in this order, and their aspects. Ingested ones become edited: who adds
     * a tag that is there already wants it to stay. Forgets that they were removed. All entities and tags must exist.
     */
    attach: associationBatch(db, attach),

    /** Removes the associations that exist, remembers them and leaves empty aspects. All entities must exist. */
    detach: associationBatch(db, detach),

    columns: findColumns(db),
    edits: findEdits(db),
    tagged: findTagged(db),
  };
}

const notClearing = ' WHERE NOT EXISTS (SELECT FROM deleted_tags d WHERE NOT d.is_cleared AND d.urn = t.urn)';

/**
 * Locks, checks, and returns in `result` whether the change is applied; `changed` then has the associations. The locks
 * on tags prevent their deletion until the statement ends. In a shared statement, a tag does not exist while places are
 * cleared that a deleted one with its id had.
 *
 * @param path SQL: the path under which the association `c` is changed
 */
const changeIf = (condition: string, wait: LockWait, path = 'path') => `
  WITH entity AS MATERIALIZED (${lockedRows('entities', '$1::text[]', 'write', wait)}),
       tag AS MATERIALIZED (${lockedRows('tags', '$2::text[]', 'reference', wait)}),
  existing AS (
    SELECT ARRAY(SELECT urn FROM entity) AS entities, ARRAY(SELECT urn FROM tag t${wait === '' ? '' : notClearing}) AS tags,
           ARRAY(${staleCallers(9)}) AS stale
  ), result AS (
    SELECT *, cardinality(entities) = cardinality($1::text[]) AND cardinality(stale) = 0 AND ${condition} AS applied
      FROM existing
  ), changed AS MATERIALIZED (
    -- The source, as a constant in a condition, would be looked for in the whole index of the associations.
    SELECT urn, ${path} AS path, tag, '' AS source, time, actor, origin, ordinal,
           ${taggingAspect('path')} AS aspect
      FROM result, ${numberedKeyRows('$3::text[]', '$4::text[]', '$5::text[]', '$6::bigint[]', '$7::text[]', '$8::text[]')}
             AS c(urn, path, tag, time, actor, origin, ordinal)
     WHERE applied
  )`;

/** A record of several changes is created by the first and updated by the last. */
const changedRecords = `
  SELECT DISTINCT ON (urn, aspect) urn, aspect, first_value(time) OVER of_record, first_value(actor) OVER of_record,
         time, actor
    FROM changed WINDOW of_record AS (PARTITION BY urn, aspect ORDER BY ordinal) ORDER BY urn, aspect, ordinal DESC`;

/** The source is empty where the tag has none; there, nothing has to be added. */
const sourceOfTag = `(SELECT min(g.source) FROM current_global_tags g
  WHERE (g.resource_urn, g.field_path, g.tag_urn) = (e.dataset_urn, e.field_path, c.tag))`;
/** A column that has the tag gets it where it is. */
const taggedPath = `CASE path WHEN '' THEN '' ELSE ${pathOfEdit('c.urn', 'c.path', sourceOfTag)} END`;

/** Of several requests that add the same tag, the first has added it. Not by a join, which makes each pair of rows. */
const addedBy = `(SELECT * FROM (
    SELECT urn, path, tag, ordinal, actor, ${restoredColumns('b')}, is_added,
           first_value(origin) OVER (PARTITION BY urn, path, tag ORDER BY is_added, ordinal) AS origin
      FROM (SELECT urn, path, tag, ordinal, actor, ${restoredColumns('added')}, NULL::text AS origin, true AS is_added FROM added
            UNION ALL
            SELECT urn, path, tag, ordinal, actor, ${nothingRestored}, origin, false FROM changed) b
  ) o WHERE is_added) a`;

const attach = (
  wait: LockWait,
  isRecorded: boolean,
) => `${changeIf('cardinality(tags) = cardinality($2::text[])', wait, taggedPath)}, records AS (
    ${upsertRecords(changedRecords, [], [withoutLastModified('aspects')])}
  ), columns AS (
    INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
    SELECT DISTINCT urn, path, true FROM changed WHERE path <> ''
    ON CONFLICT (dataset_urn, field_path) DO UPDATE SET has_tags = true
  ), edited AS (
    UPDATE global_tags g SET is_edited = true FROM changed c
     WHERE (g.resource_urn, g.field_path, g.tag_urn, g.source) = (c.urn, c.path, c.tag, c.source) AND NOT g.is_edited
  ), forgotten AS (${deleteRemoved('changed')}
  ), added AS (
    INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by, is_edited)
    SELECT urn, path, tag, time, actor, true FROM changed ORDER BY ordinal
    ON CONFLICT DO NOTHING RETURNING resource_urn AS urn, field_path AS path, tag_urn AS tag, position AS ordinal, created_by AS actor,
              ${restoredColumns('global_tags')}
  )${isRecorded ? `, recorded AS (${insertAddedTags(addedBy)})` : ''} SELECT * FROM result`;

const removal = (wait: LockWait, isRecorded: boolean) => `${changeIf('true', wait)}, removed AS (
    DELETE FROM current_global_tags g USING changed c
     WHERE (g.resource_urn, g.field_path, g.tag_urn) = (c.urn, c.path, c.tag)
    RETURNING c.urn, c.path, c.tag, c.time, c.actor, c.origin, c.ordinal, c.aspect, ${restoredColumns('g')}
  ), records AS (
    UPDATE aspects a SET ${withoutLastModified('a')}, updated_at = last.time, updated_by = last.actor
      FROM (SELECT DISTINCT ON (urn, aspect) * FROM removed ORDER BY urn, aspect, ordinal DESC) last
     WHERE a.urn = last.urn AND a.name = last.aspect
  )${isRecorded ? `, recorded AS (${insertRemovedTags('removed c')})` : ''}`;

const detach = (wait: LockWait, isRecorded: boolean) =>
  `${removal(wait, isRecorded)}, remembered AS (${insertRemoved('removed')}) SELECT * FROM result`;

/** Removes the associations that exist within a transaction, and remembers nothing. @returns the aspects that are changed */
export const detachIn = (
  tx: Transaction,
  change: AssociationChange,
  isRecorded: boolean,
): Promise<AspectKey[]> =>
  tx.query(`${removal('', isRecorded)} SELECT DISTINCT urn, aspect AS name FROM removed`, toParams([change]));
