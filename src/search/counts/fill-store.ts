import type { Database } from '../../db/database.js';
import { isLockTimeout } from '../../db/errors.js';
import type { Query, Transaction } from '../../db/query.js';
import { transaction } from '../../db/transaction.js';

/** Documents of one part. Writers wait for it: some tens of milliseconds. */
const partSize = 500;
/** How long writers wait for a part that itself waits for other writers. */
const lockMs = 100;

/** Returns the last URN that is counted; null: all are. */
export async function readCountedTo(query: Query): Promise<string | null> {
  const [row] = await query<{ countedTo: string | null }>(
    'SELECT counted_to AS "countedTo" FROM count_state',
  );
  return row!.countedTo;
}

/**
 * Runs work while no transaction is changing what is counted: everybody who does holds a lock (`counted_to`).
 *
 * @returns null when others did not end in time, so that nothing was done
 */
async function alone<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T | null> {
  try {
    return await transaction(db, async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${lockMs}`);
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.counts'))`);
      return work(tx);
    });
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  }
}

/**
 * Forgets all counts, so that the next parts count everything again. Until then, readers count entities.
 *
 * @returns false when others did not end in time, so that nothing was done
 */
export const forgetCounts = async (db: Database): Promise<boolean> =>
  (await alone(db, async ({ query }) => {
    for (const sql of [
      'DELETE FROM counts',
      'DELETE FROM count_changes',
      `UPDATE count_state SET counted_to = ''`,
    ])
      await query(sql, [], { unprepared: true });
    return true;
  })) ?? false;

/**
 * Counts the next entities that were there before counts. Any number of processes may do this.
 *
 * @returns whether there may be more
 */
export async function countNext(db: Database, size = partSize): Promise<boolean> {
  if ((await readCountedTo(db.query)) === null) return false;
  return (await alone(db, (tx) => countPart(tx, size))) ?? true;
}

async function countPart({ query }: Transaction, size: number): Promise<boolean> {
  const from = await readCountedTo(query);
  if (from === null) return false;
  const [part] = await query<{ last: string | null }>(
    `SELECT max(urn) FILTER (WHERE number = $2::int) AS last
       FROM (SELECT urn, row_number() OVER (ORDER BY urn) AS number FROM search_documents
              WHERE urn > $1 ORDER BY urn LIMIT $2::int) d`,
    [from, size],
  );
  const { last } = part!;
  // A plan for any values reads an index up to the last URN only if the condition has no alternative.
  const bounds = last === null ? [from] : [from, last];
  await query(
    `INSERT INTO count_changes (field, value, type, removed, change)
     SELECT field, value, type, removed, sum(count) FROM entity_counts
      WHERE urn > $1 ${last === null ? '' : 'AND urn <= $2'} GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`,
    bounds,
    { unprepared: true },
  );
  await query('UPDATE count_state SET counted_to = $1', [last]);
  return last !== null;
}

const sums = (rows: string) => `
  SELECT field, value, type, removed, sum(count) AS count FROM ${rows} GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`;

const kept = `(SELECT field, value, type, removed, count FROM counts
  UNION ALL SELECT field, value, type, removed, change FROM count_changes) AS kept`;

/** Returns the number of counts that are wrong: none while not all entities are counted. Reads everything. */
export async function wrongCounts(query: Query): Promise<number> {
  if ((await readCountedTo(query)) !== null) return 0;
  const [row] = await query<{ wrong: number }>(
    `SELECT count(*) AS wrong
       FROM (${sums('entity_counts')}) e FULL JOIN (${sums(kept)}) c USING (field, value, type, removed)
      WHERE e.count IS DISTINCT FROM c.count`,
    [],
    { unprepared: true },
  );
  return row!.wrong;
}
