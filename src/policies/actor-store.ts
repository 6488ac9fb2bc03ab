import type { Transaction } from '../db/query.js';

/** Returns those of the users and groups that do not exist. A removed user does not. */
export async function missingActors(
  tx: Transaction,
  users: readonly string[],
  groups: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ urn: string }>(
    `SELECT urn FROM unnest($1::text[]) AS named(urn)
      WHERE NOT EXISTS (SELECT FROM users u WHERE u.urn = named.urn AND u.state <> 'REMOVED')
     UNION ALL
     SELECT urn FROM unnest($2::text[]) AS named(urn)
      WHERE NOT EXISTS (SELECT FROM groups g WHERE g.urn = named.urn)`,
    [users, groups],
  );
  return new Set(rows.map(({ urn }) => urn));
}
