import { aspectNames, entityTypes } from '../datahub/aspects/models.js';
import type { Query } from '../db/query.js';

/** Whether no aspect and no entity in the database has a name that DataHub does not have. */
export async function readNamesChecked(query: Query): Promise<boolean> {
  const [row] = await query<{ checked: boolean }>('SELECT names_checked AS checked FROM aspect_state');
  return row?.checked ?? false;
}

/** Has no effect on a database that is read-only. */
export async function markNamesChecked(query: Query, isChecked: boolean): Promise<void> {
  const [row] = await query<{ isReadOnly: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  if (!row!.isReadOnly) await query('UPDATE aspect_state SET names_checked = $1', [isChecked]);
}

/** Returns an aspect or an entity type that DataHub does not have, or null. It reads all names if there is none. */
export async function findUnknownName(query: Query): Promise<string | null> {
  const [row] = await query<{ name: string }>(
    `(SELECT type AS name FROM entities WHERE type <> ALL ($1::text[]) LIMIT 1)
      UNION ALL (SELECT name FROM aspects WHERE name <> ALL ($2::text[]) LIMIT 1) LIMIT 1`,
    [entityTypes, aspectNames],
  );
  return row?.name ?? null;
}
