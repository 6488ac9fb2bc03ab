import { systemUser } from '../../core/reserved-users.js';
import type { Query } from '../../db/query.js';
import { suspendedHolders, unended } from '../../users/withdrawal-sql.js';

/** The tokens of one user that another user, who is not active, holds. */
export interface HeldTokens {
  readonly holder: string;
  readonly actorUrn: string;
  readonly count: number;
  /** Whether they are refused. */
  readonly withdrawn: boolean;
}

const maxRows = 1_000;

/** Returns the live tokens that users who are not active own or have rotated for others, by holder, at most 1,000 rows. */
export const heldBySuspended = (query: Query): Promise<HeldTokens[]> =>
  query(
    `SELECT h.urn AS holder, t.actor_urn AS "actorUrn", t.withdrawn_at IS NOT NULL AS withdrawn, count(*) AS count
       FROM users h
       JOIN (SELECT owner_urn AS holder, actor_urn, withdrawn_at FROM access_tokens
              WHERE owner_urn <> actor_urn AND ${unended}
             UNION ALL
             SELECT rotated_by, actor_urn, withdrawn_at FROM access_tokens WHERE rotated_by IS NOT NULL AND ${unended}
            ) t ON t.holder = h.urn
      WHERE h.state <> 'ACTIVE'
      GROUP BY 1, 2, 3 ORDER BY 3, 1, 2 LIMIT ${maxRows}`,
  );

/**
 * Returns the live tokens that are withdrawn and held by active users alone, by holder, at most 1,000 rows: SQL, or a
 * process of a build that withdraws no tokens, has activated the users.
 */
export const heldByActivated = (query: Query): Promise<HeldTokens[]> =>
  query(
    `SELECT h.urn AS holder, t.actor_urn AS "actorUrn", true AS withdrawn, count(*) AS count
       FROM access_tokens t JOIN users h ON h.urn IN (t.owner_urn, t.rotated_by) AND h.urn <> t.actor_urn
      WHERE t.withdrawn_at IS NOT NULL AND ${unended} AND NOT EXISTS (${suspendedHolders('t')})
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${maxRows}`,
  );

/** Returns the users of earlier builds whose URNs are reserved now. */
export async function reservedUsers(query: Query): Promise<string[]> {
  const rows = await query<{ urn: string }>(
    'SELECT urn FROM users WHERE lower(urn) = $1::text ORDER BY urn',
    [systemUser],
  );
  return rows.map(({ urn }) => urn);
}
