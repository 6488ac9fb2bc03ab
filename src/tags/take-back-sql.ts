import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import { numberedKeyRows } from '../db/unnest.js';
import {
  detailRows,
  insertAddedTags,
  insertRemovedTags,
  restoredColumns,
  taggingAspect,
} from '../history/insert-sql.js';
import { deleteRemoved, insertRemoved } from './removed-store.js';

/** Parameters: URNs, paths, tags and details of changes, the time, the actor, and the origin. Without a detail, nothing is known. */
const changed = `changed AS (
    SELECT * FROM ${numberedKeyRows('$1::text[]', '$2::text[]', '$3::text[]', '$4::text[]')} AS c(urn, path, tag, detail, ordinal)
  )`;
const recordedRows = detailRows('c.detail::json');

const isAtPlace = '(g.resource_urn, g.field_path, g.tag_urn) = (c.urn, c.path, c.tag)';

/**
 * SQL: the positions, from 1, of added tags whose place does not have exactly what was added. Without a detail, any one
 * association could be it, and of several it is not known which.
 */
export const staleAdditions = `
  WITH ${changed}
  SELECT c.ordinal FROM changed c
   WHERE CASE WHEN c.detail IS NULL
           THEN (SELECT count(*) FROM current_global_tags g WHERE ${isAtPlace}) <> 1
           ELSE EXISTS (SELECT FROM ${recordedRows}
                         WHERE NOT EXISTS (SELECT FROM current_global_tags g
                                            WHERE ${isAtPlace} AND g.source = a.source AND g.is_edited = a.is_edited
                                              AND g.body::text IS NOT DISTINCT FROM a.body::text)) END`;

/**
 * SQL: the positions, from 1, of removed tags whose place has the tag again, or whose tag was deleted since: its former
 * position then means a place of the deleted tag.
 */
export const staleRemovals = `
  WITH ${changed}
  SELECT c.ordinal FROM changed c
   WHERE EXISTS (SELECT FROM current_global_tags g WHERE ${isAtPlace})
      OR EXISTS (SELECT FROM deleted_tags d, ${recordedRows} WHERE d.urn = c.tag AND d.places_to >= a.position)`;

/** SQL: removes the associations that were added, and no other ones. The place may keep the tag from another source. */
export const removeAdded = (isRecorded: boolean): string => `
  WITH ${changed}, removed AS (
    DELETE FROM current_global_tags g USING changed c
     WHERE ${isAtPlace} AND (c.detail IS NULL OR EXISTS (SELECT FROM ${recordedRows} WHERE a.source = g.source))
    RETURNING c.urn, c.path, c.tag, c.ordinal, $6::text AS actor, $7::text AS origin, ${restoredColumns('g')}
  ), records AS (
    UPDATE aspects a SET ${withoutLastModified('a')}, updated_at = $5::bigint, updated_by = $6::text
      FROM (SELECT DISTINCT urn, ${taggingAspect('path')} AS aspect FROM removed) r
     WHERE (a.urn, a.name) = (r.urn, r.aspect)
  ), remembered AS (${insertRemoved(lost)}
  ) ${isRecorded ? insertRemovedTags(lost) : 'SELECT'}`;

/** Those of places that have lost the tag. A statement sees what there was before it. */
const lost = `
  (SELECT r.* FROM removed r
    WHERE NOT EXISTS (SELECT FROM current_global_tags g
                       WHERE (g.resource_urn, g.field_path, g.tag_urn) = (r.urn, r.path, r.tag)
                         AND NOT EXISTS (SELECT FROM removed o
                                          WHERE (o.urn, o.path, o.tag, o.source) = (r.urn, r.path, r.tag, g.source)))) c`;

/** SQL: adds the associations that were removed, as they were. Without a detail, the actor adds the tag, as the last one. */
export const addRemoved = (isRecorded: boolean): string => `
  WITH ${changed}, columns AS (
    INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
    SELECT DISTINCT urn, path, true FROM changed WHERE path <> ''
    ON CONFLICT (dataset_urn, field_path) DO UPDATE SET has_tags = true
  ), added AS (
    INSERT INTO global_tags (resource_urn, field_path, tag_urn, position, body, created_at, created_by, is_edited)
    SELECT c.urn, c.path, c.tag, coalesce(a.position, nextval(pg_get_serial_sequence('global_tags', 'position'))), a.body,
           coalesce(a.created_at, $5::bigint), coalesce(a.created_by, $6::text), coalesce(a.is_edited, true)
      FROM changed c LEFT JOIN LATERAL (SELECT * FROM ${recordedRows}) a ON true ORDER BY c.ordinal, a.position
    RETURNING resource_urn AS urn, field_path AS path, tag_urn AS tag, position AS ordinal, $6::text AS actor,
              $7::text AS origin, ${restoredColumns('global_tags')}
  ), records AS (
    ${upsertRecords(
      `SELECT DISTINCT urn, ${taggingAspect('path')}, $5::bigint, $6::text, $5::bigint, $6::text FROM changed`,
      [],
      [withoutLastModified('aspects')],
    )}
  ), forgotten AS (${deleteRemoved('changed')}
  ) ${isRecorded ? insertAddedTags('added a') : 'SELECT'}`;
