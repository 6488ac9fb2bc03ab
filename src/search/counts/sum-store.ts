import type { Database } from '../../db/database.js';
import { transaction } from '../../db/transaction.js';

/** SQL: when entities wait to be counted, or changes to be added. */
export const countsWait = `
  SELECT 0 WHERE EXISTS (SELECT FROM count_changes) OR EXISTS (SELECT FROM count_state WHERE counted_to IS NOT NULL)`;

/** Changes of one transaction, which takes some tens of milliseconds. */
const maxChanges = 10_000;

/**
 * Adds changes to the counts. What a reader sees stays the same. Of several processes, one does this at a time; writers
 * do not wait.
 *
 * @returns whether there may be more
 */
export async function sumChanges(db: Database): Promise<boolean> {
  return transaction(db, async ({ query }) => {
    const [lock] = await query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('catalog.counts.sum')) AS locked`,
    );
    if (!lock!.locked) return false;
    const [summed] = await query<{ changes: number }>(
      `WITH changes AS (
         DELETE FROM count_changes WHERE id = ANY(ARRAY(SELECT id FROM count_changes ORDER BY id LIMIT ${maxChanges}))
         RETURNING field, value, type, removed, change
       ), summed AS (
         INSERT INTO counts AS c (field, value, type, removed, count)
         SELECT field, value, type, removed, sum(change) FROM changes GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
         ON CONFLICT (field, key, type, removed) DO UPDATE SET count = c.count + excluded.count
       )
       SELECT count(*) AS changes FROM changes`,
    );
    if (summed!.changes === 0) return false;
    await query('DELETE FROM counts WHERE count = 0');
    // Its vacuum does not run by itself, and there are no other transactions.
    if (db.kind === 'embedded' && summed!.changes < maxChanges) await query('TRUNCATE count_changes');
    return summed!.changes === maxChanges;
  });
}
