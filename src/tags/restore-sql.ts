import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import { inSchema, pathOfEdit } from '../columns/edits-sql.js';
import { insertAddedTags, restoredColumns, taggingAspect } from '../history/insert-sql.js';
import { deleteRemoved } from './removed-sql.js';

/** A column that the schema names otherwise now gets the tag where it is edited. */
const currentPath = `CASE WHEN p.field_path = '' OR EXISTS (SELECT FROM editable_schema_fields e
                                   WHERE e.dataset_urn = p.dataset_urn AND e.field_path = p.field_path)
  THEN p.field_path ELSE ${pathOfEdit('p.dataset_urn', 's.path', 'e.position DESC')} END`;

/**
 * SQL: puts places of a deleted tag back where they were, in their former positions, and removes them from the places of
 * its deletion. Returns how many there were, and how many of their entities and columns exist.
 *
 * Its parameters are the deletion and the position of each place, the tag, the locked entities, the stamp, and the change set.
 */
export const restorePlaces = (isRecorded: boolean): string => `
  WITH place AS (
    DELETE FROM deleted_tag_places
     WHERE (deletion_id, position) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[])) RETURNING *
  ), found AS MATERIALIZED (
    SELECT p.dataset_urn AS urn, c.path, p.position, p.body, p.created_at, p.created_by, p.is_edited
      FROM (SELECT resource_urn AS dataset_urn, simple_path(field_path) AS simple_path, * FROM place
             WHERE resource_urn = ANY($4::text[]) AND NOT is_lost) p
     CROSS JOIN LATERAL (SELECT ${inSchema('p')} AS path) s
     CROSS JOIN LATERAL (SELECT ${currentPath} AS path) c
     WHERE c.path IS NOT NULL
  ), columns AS (
    INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
    SELECT DISTINCT urn, path, true FROM found WHERE path <> ''
    ON CONFLICT (dataset_urn, field_path) DO UPDATE SET has_tags = true
  ), forgotten AS (${deleteRemoved('(SELECT urn, path, $3::text AS tag FROM found)')}
  ), added AS (
    INSERT INTO global_tags (resource_urn, field_path, tag_urn, position, body, created_at, created_by, is_edited)
    SELECT urn, path, $3, position, body, created_at, created_by, is_edited FROM found ORDER BY position
    ON CONFLICT DO NOTHING
    RETURNING resource_urn AS urn, field_path AS path, tag_urn AS tag, position AS ordinal, $6::text AS actor, $7::uuid AS change_set,
              ${restoredColumns('global_tags')}
  ), records AS (
    ${upsertRecords(
      `SELECT DISTINCT urn, ${taggingAspect('path')}, $5::bigint, $6::text, $5::bigint, $6::text FROM added`,
      [],
      [withoutLastModified('aspects')],
    )}
  )${isRecorded ? `, recorded AS (${insertAddedTags('added a')})` : ''}
  SELECT (SELECT count(*) FROM place) AS places, (SELECT count(*) FROM found) AS found`;
