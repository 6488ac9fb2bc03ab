import { hiddenEntityTypes } from '../datahub/hidden-types.js';

/** SQL: whether searches find entities of this type. */
export const isFindable = (type: string) => `${type} <> ALL('{${hiddenEntityTypes.join()}}'::text[])`;

const sumFields = (...fields: string[]) =>
  `coalesce(sum(c.count) FILTER (WHERE c.field IN (${fields.map((field) => `'${field}'`).join()})), 0)::bigint`;

/** SQL: the counts of `TagUsage` of tags. What searches never find is not counted. @param where a condition for `c.key` */
export const usageOfTags = (where = 'true') => `
  SELECT c.value AS tag, ${sumFields('entityTags')} AS entities, ${sumFields('columns')} AS columns
    FROM current_counts c
   WHERE c.field IN ('entityTags', 'columns') AND NOT c.removed AND ${isFindable('c.type')} AND ${where}
   GROUP BY c.value`;

/** SQL: the numbers of places that have tags, also of soft-deleted entities: those that a deletion clears, and the others. */
export const placesOfTags = (where: string) => `
  SELECT ${sumFields('entityTags', 'editedColumns')} AS attached, ${sumFields('declaredColumns')} AS declared
    FROM current_counts c
   WHERE c.field IN ('entityTags', 'editedColumns', 'declaredColumns') AND ${isFindable('c.type')} AND ${where}`;

/** SQL: the version 2 paths with the tag $1 whose simple path is `path`, and whether they are edited or declared. */
const version2Paths = (urn: string, path: string) => `
  SELECT bool_or(edited) AS edited, bool_or(NOT edited) AS declared
    FROM (SELECT e.field_path, true AS edited FROM editable_schema_fields e
           WHERE e.dataset_urn = ${urn} AND e.simple_path = ${path} AND e.field_path <> ${path}
             AND EXISTS (SELECT FROM current_global_tags t
                          WHERE (t.resource_urn, t.field_path, t.tag_urn) = (e.dataset_urn, e.field_path, $1))
          UNION ALL
          SELECT s.field_path, false FROM schema_fields s
           WHERE s.dataset_urn = ${urn} AND s.simple_path = ${path} AND s.field_path <> ${path}
             AND EXISTS (SELECT FROM json_array_elements(s.body->'globalTags'->'tags') t WHERE t->>'tag' = $1)) v
   GROUP BY field_path`;

/**
 * SQL: whether a place of the tag $1 is the same column as another place of its kind, which has its only version 2 path.
 * The function `tag_counts` counts both as one.
 */
export const isUnderVersion2 = (kind: 'edited' | 'declared', urn: string, path: string): string => `
  ${path} <> '' AND NOT starts_with(${path}, '[version=2.0]')
  AND (SELECT count(*) = 1 AND bool_and(${kind}) FROM (${version2Paths(urn, path)}) v)`;
