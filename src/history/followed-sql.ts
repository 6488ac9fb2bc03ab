import { changeTable } from './insert-sql.js';

/**
 * SQL: the changes of entities from a time on, and of each, whether another call has changed the same thing after it.
 * The rows are read once, however many of them are of one thing.
 *
 * @param urns SQL of type text[]
 * @param from SQL: ms since the epoch
 * @param own SQL of type text[]: the changes of these calls do not count
 */
export const changesWithFollowed = (urns: string, from: string, own: string): string => `
  SELECT time, id, change_set, undone_by,
         coalesce(bool_or(change_set IS NULL OR change_set <> ALL(${own}::text[]::uuid[])) OVER (
           PARTITION BY entity_urn, category, field_path, modifier, aspect ORDER BY time DESC, id DESC
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), false) AS is_followed
    FROM ${sinceThen(urns, from)}`;

/** SQL: the last deletion of each of some entities and tags, with its urn, time and id, from a time on. */
export const lastDeletions = (urns: string, from: string): string => `
  SELECT DISTINCT ON (entity_urn) entity_urn AS urn, time, id FROM ${sinceThen(urns, from)}
   WHERE operation = 'HARD_DELETE'
   ORDER BY entity_urn, time DESC, id DESC`;

/** SQL: the changes of entities. Each entity is found by the index: a plan that reads the whole table serves fewer rows. */
const sinceThen = (urns: string, from: string) => `
  unnest(${urns}::text[]) AS u(urn)
   CROSS JOIN LATERAL (SELECT * FROM ${changeTable} WHERE entity_urn = u.urn AND time >= ${from}::bigint OFFSET 0) e`;
