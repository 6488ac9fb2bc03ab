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
