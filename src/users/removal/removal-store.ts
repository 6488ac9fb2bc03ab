import type { MetadataTransaction } from '../../aspects/changes.js';
import type { Transaction } from '../../db/query.js';
import { isPersonOrGroup } from '../aspect-definitions.js';

/** Returns whether users and groups of the catalog are removed by their aspect `status`. */
export async function readRemovals(
  tx: Transaction,
  urns: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await tx.query<{ urn: string; removed: boolean }>(
    `SELECT urn, restored_state IS NOT NULL AS removed FROM users WHERE urn = ANY($1::text[]) AND state <> 'REMOVED'
     UNION ALL
     SELECT urn, removed FROM groups WHERE urn = ANY($1::text[])`,
    [urns],
  );
  return new Map(rows.map(({ urn, removed }) => [urn, removed]));
}

/**
 * Removes and restores the users and groups whose aspect `status` a transaction has changed. Called within a change of
 * people, whose end checks and records the result.
 */
export async function writeRemovals(tx: MetadataTransaction): Promise<void> {
  const [removed, restored]: [string[], string[]] = [[], []];
  for (const [urn, { type, aspects }] of tx.changes.entities)
    if (isPersonOrGroup(type) && aspects.has('status'))
      (aspects.get('status')?.removed === true ? removed : restored).push(urn);
  if (removed.length + restored.length === 0) return;
  await tx.query(
    `UPDATE users SET restored_state = state, state = 'SUSPENDED'
      WHERE urn = ANY($1::text[]) AND restored_state IS NULL AND state <> 'REMOVED'`,
    [removed],
  );
  await tx.query(
    `UPDATE users SET state = restored_state, restored_state = NULL
      WHERE urn = ANY($1::text[]) AND restored_state IS NOT NULL`,
    [restored],
  );
  await tx.query(
    `UPDATE groups SET removed = NOT removed
      WHERE (urn = ANY($1::text[]) AND NOT removed) OR (urn = ANY($2::text[]) AND removed)`,
    [removed, restored],
  );
}
