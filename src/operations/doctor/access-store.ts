import type { Query } from '../../db/query.js';

export interface EndingToken {
  readonly id: string;
  readonly name: string;
  readonly user: string;
  readonly expiresAt: number;
}

const maxTokens = 100;

/** Returns the live tokens of users with MANAGE_POLICIES that end before a time, the first to end first, at most 100. */
export const endingTokens = (query: Query, now: number, before: number): Promise<EndingToken[]> =>
  query(
    `SELECT t.id, t.name, t.actor_urn AS "user", t.expires_at AS "expiresAt"
       FROM access_tokens t JOIN users u ON u.urn = t.actor_urn
      WHERE u.state = 'ACTIVE' AND t.revoked_at IS NULL AND t.withdrawn_at IS NULL
        AND t.expires_at > $1::bigint AND t.expires_at < $2::bigint
        AND EXISTS (SELECT FROM policies p
                     WHERE p.state = 'ACTIVE' AND p.type = 'PLATFORM' AND 'MANAGE_POLICIES' = ANY(p.privileges)
                       AND (p.all_users OR u.urn = ANY(p.users)
                         OR EXISTS (SELECT FROM group_members m JOIN groups g ON g.urn = m.group_urn
                                     WHERE m.user_urn = u.urn AND NOT g.removed
                                       AND (p.all_groups OR m.group_urn = ANY(p.groups)))))
      ORDER BY t.expires_at LIMIT ${maxTokens}`,
    [now, before],
  );
