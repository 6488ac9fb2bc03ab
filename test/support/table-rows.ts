import type { Database } from '../../src/db/database.js';
import { tables } from '../../src/db/tables.js';

/** SQL: counts, as they are when all changes are added to them. */
const summedCounts = `(SELECT field, value, type, removed, sum(count) FROM current_counts
  GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0)`;

/** SQL: pairs without a position, which comes from a sequence. */
const pairs = `(SELECT ${tables.tagged_entities.replace(' attached_at', '').replaceAll(' ', ', ')} FROM tagged_entities)`;

const sources: ReadonlyMap<string, string> = new Map([
  ['counts', summedCounts],
  ['tagged_entities', pairs],
  // Without the epoch, which is another one after a restore.
  ['change_log', '(SELECT last_seq FROM change_log)'],
]);

/** Returns the rows of every table as texts, in an order of their own, and the last values of the sequences of what is not derived. */
export async function tableRows(db: Database): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const table of Object.keys(tables).filter((name) => name !== 'count_changes')) {
    const source = sources.get(table) ?? `"${table}"`;
    const rows = await db.query<{ row: string }>(
      `SELECT row::text AS row FROM ${source} AS row ORDER BY row::text COLLATE "C"`,
      [],
      { unprepared: true },
    );
    found[table] = rows.map(({ row }) => row);
  }
  const sequences = await db.query<{ row: string }>(
    `SELECT sequencename || ' ' || coalesce(last_value, 0) AS row FROM pg_sequences
      WHERE schemaname = current_schema() AND sequencename <> 'count_changes_id_seq' ORDER BY 1`,
  );
  return { ...found, sequences: sequences.map(({ row }) => row) };
}
