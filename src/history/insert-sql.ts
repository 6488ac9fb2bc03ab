import { databaseTime } from '../db/database-clock.js';
import { isListed, isSecret } from '../visibility/secrets-sql.js';
import { maxDetailBytes, unrecordedTypes } from './change.js';

/** The partitioned table of changes. */
export const changeTable = 'change_events';

/** SQL: leaves out the changes of hidden types and of secrets that earlier versions have recorded. */
export const isShown = `(${isListed("split_part(entity_urn, ':', 3)")}
  AND (aspect IS NULL OR NOT ${isSecret('aspect')}))`;

/** SQL: the aspect with the tags of an entity (the path is empty) or of edited columns. @param path SQL: the path */
export const taggingAspect = (path: string): string =>
  `CASE ${path} WHEN '' THEN 'globalTags' ELSE 'editableSchemaMetadata' END`;

/** The columns of `global_tags` from which an association is restored as it was. */
const restored = ['source', 'body', 'position', 'created_at', 'created_by', 'is_edited'] as const;

/** SQL: these columns of the rows `g`. */
export const restoredColumns = (g: string): string => restored.map((column) => `${g}.${column}`).join(', ');

/** SQL: nulls in their place. */
export const nothingRestored: string = restored.map(() => 'NULL').join(', ');

/** SQL: whether the associations `g` of a group take too many bytes. With their sources and the names of members. */
export const isDetailCut = (g: string): string =>
  `coalesce(sum(200 + octet_length(coalesce(${g}.body::text, '')) + octet_length(${g}.created_by)) > ${maxDetailBytes}, false)`;

/** SQL: the associations `g` of a group as JSON, which `detailRows` reads; null when they take too many bytes. */
export const associationDetail = (g: string): string => `
  CASE WHEN NOT ${isDetailCut(g)} THEN
    json_agg(json_build_object(${restored.map((column) => `'${column}', ${g}.${column}`).join(', ')}) ORDER BY ${g}.position)
  END`;

/** SQL: the rows of `associationDetail`. @param detail SQL of type json */
export const detailRows = (detail: string): string =>
  `json_to_recordset(${detail}) AS a(source text, body json, position bigint, created_at bigint, created_by text, is_edited boolean)`;

/** The columns of a change about where it comes from. */
export const originColumns = 'change_set, address, user_agent, transport';

/** SQL: their values. @param origin SQL: the text of `writeOrigin` */
export const originValues = (origin: string): string =>
  `(${origin}::json->>'requestId')::uuid, ${origin}::json->>'address', ${origin}::json->>'userAgent',
         ${origin}::json->>'transport'`;

/** SQL: whether the history has the changes of an entity. */
const isRecorded = (urn: string): string =>
  `split_part(${urn}, ':', 3) NOT IN (${[...unrecordedTypes].map((type) => `'${type}'`).join(', ')})`;

/**
 * SQL: records tags that a statement has added or removed, a tag of several attribution sources once. The time is read
 * after the locks: changes of one entity are in the order of their times, whichever process made them.
 *
 * @param rows SQL: rows `c` with urn, path, tag, actor, origin, `restoredColumns`, and ordinal, which is the order of the changes
 */
const insertTagChanges = (operation: 'ADD' | 'REMOVE', rows: string) => `
  INSERT INTO ${changeTable} (time, entity_urn, field_path, aspect, category, operation, modifier, detail, is_cut, actor_urn,
                              ${originColumns})
  SELECT ${databaseTime}, c.urn, c.path, ${taggingAspect('c.path')}, 'TAG', '${operation}', c.tag,
         ${associationDetail('c')}, ${isDetailCut('c')}, c.actor, ${originValues('c.origin')}
    FROM ${rows} WHERE ${isRecorded('c.urn')}
   GROUP BY c.urn, c.path, c.tag, c.actor, c.origin ORDER BY min(c.ordinal)`;

/**
 * SQL: records the rows `a` that a statement has added, without those of places that had the tag from another source. A row
 * of the same source does not count: a statement that sees one and has added another one has begun before the removal
 * of the former ended.
 */
export const insertAddedTags = (rows: string): string =>
  insertTagChanges(
    'ADD',
    `(SELECT a.* FROM ${rows}
       WHERE NOT EXISTS (SELECT FROM current_global_tags g
                          WHERE (g.resource_urn, g.field_path, g.tag_urn) = (a.urn, a.path, a.tag)
                            AND g.source <> a.source)) c`,
  );

/** SQL: records the rows `c` that a statement has removed. */
export const insertRemovedTags = (rows: string): string => insertTagChanges('REMOVE', rows);
