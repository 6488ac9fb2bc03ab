import { databaseTime } from '../db/database-clock.js';

/** The partitioned table of changes. */
export const changeTable = 'change_events';

/** SQL: the aspect with the tags of an entity (the path is empty) or of edited columns. @param path SQL: the path */
export const taggingAspect = (path: string): string =>
  `CASE ${path} WHEN '' THEN 'globalTags' ELSE 'editableSchemaMetadata' END`;

/**
 * SQL: records tags that a statement has added or removed, a tag of several attribution sources once. The time is read
 * after the locks: changes of one entity are in the order of their times, whichever process made them.
 *
 * @param rows SQL: rows `c` with urn, path, tag, actor and ordinal, which is the order of the changes
 */
const insertTagChanges = (operation: 'ADD' | 'REMOVE', rows: string) => `
  INSERT INTO ${changeTable} (time, entity_urn, field_path, aspect, category, operation, modifier, actor_urn)
  SELECT ${databaseTime}, c.urn, c.path, ${taggingAspect('c.path')}, 'TAG', '${operation}', c.tag, c.actor FROM ${rows}
   GROUP BY c.urn, c.path, c.tag, c.actor ORDER BY min(c.ordinal)`;

/** SQL: records the rows `added` of a statement, without those of places that had the tag from another source before. */
export const insertAddedTags = insertTagChanges(
  'ADD',
  `(SELECT a.* FROM added a
     WHERE NOT EXISTS (SELECT FROM current_global_tags g
                        WHERE (g.resource_urn, g.field_path, g.tag_urn) = (a.urn, a.path, a.tag))) c`,
);

/** SQL: records the rows `c` that a statement has removed. */
export const insertRemovedTags = (rows: string): string => insertTagChanges('REMOVE', rows);
