import type { AuditStamp } from '../core/clock.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { type GroupInfo, type GroupWrite, isEqual } from './people-model.js';

export interface GroupRow extends GroupInfo {
  readonly urn: string;
}

/** Returns the rows to write: new groups, and those with other texts. */
export async function changedGroups(tx: Transaction, groups: readonly GroupWrite[]): Promise<GroupRow[]> {
  if (groups.length === 0) return [];
  const found = await tx.query<GroupRow>(
    'SELECT urn, name, description FROM groups WHERE urn = ANY($1::text[])',
    [groups.map(({ urn }) => urn)],
  );
  const rows = new Map(found.map((row) => [row.urn, row]));
  return groups.flatMap(({ urn, info }): GroupRow | [] => {
    const before = rows.get(urn);
    const after = { ...(before ?? { urn, name: null, description: null }), ...info };
    return before && isEqual(before, after) ? [] : after;
  });
}

export const upsertGroups = (tx: Transaction, groups: readonly GroupRow[], { time, actor }: AuditStamp) =>
  inChunks(
    groups,
    ({ urn, name, description }) => sumLengths(urn, name, description),
    (chunk) =>
      tx.query(
        `INSERT INTO groups (urn, name, description, created_at, created_by)
         SELECT urn, name, description, $4::bigint, $5
           FROM unnest($1::text[], $2::text[], $3::text[]) AS input(urn, name, description)
         ON CONFLICT (urn) DO UPDATE SET name = excluded.name, description = excluded.description`,
        [...columns(chunk, 'urn', 'name', 'description'), time, actor],
      ),
  );

/** Returns those of the groups that exist, within a transaction. */
export async function existingGroups(tx: Transaction, urns: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ urn: string }>('SELECT urn FROM groups WHERE urn = ANY($1::text[])', [urns]);
  return rows.map(({ urn }) => urn);
}
