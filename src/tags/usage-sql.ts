import { hiddenEntityTypes } from '../search/documents/key.js';

/** SQL: whether searches find entities of this type. */
export const isFindable = (type: string) => `${type} <> ALL('{${hiddenEntityTypes.join()}}'::text[])`;

/** SQL: the rows of `tagged_entities` that are counted. What searches never find is not. */
export const isCounted = `NOT p.removed AND ${isFindable('p.type')}`;

/** SQL: the counts of `TagUsage` over these rows. */
export const usageCounts =
  'count(*) FILTER (WHERE p.on_entity) AS entities, coalesce(sum(p.columns), 0)::bigint AS columns';
