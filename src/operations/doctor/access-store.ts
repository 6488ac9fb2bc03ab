import { systemUser } from '../../core/reserved-users.js';
import type { Query } from '../../db/query.js';
import { suspendedHolders, unended } from '../../users/removal/withdrawal-store.js';
import type { Owned } from '../../webhooks/webhook.js';
import { ownedColumns, webhookTables } from '../../webhooks/webhook-store.js';

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

interface NamedWebhook extends Owned {
  readonly id: string;
  readonly name: string;
}

/** Returns the webhooks with their owners. */
export const readWebhooks = (query: Query): Promise<NamedWebhook[]> =>
  query(`SELECT w.id, w.name, ${ownedColumns} FROM ${webhookTables} ORDER BY w.created_at, w.id`);

/** Returns the webhooks of a database of 0.3.0 with the owners that the migration will give them. */
export async function readUnmigratedWebhooks(query: Query): Promise<NamedWebhook[]> {
  const [has] = await query<{ webhooks: boolean; owners: boolean }>(
    `SELECT to_regclass('webhooks') IS NOT NULL AS webhooks,
            EXISTS (SELECT FROM pg_attribute
                     WHERE attrelid = to_regclass('webhooks') AND attname = 'owner_urn' AND NOT attisdropped) AS owners`,
  );
  if (!has!.webhooks) return [];
  if (has!.owners) return readWebhooks(query);
  return query(
    `SELECT w.id, w.name, ${ownedColumns}
       FROM (SELECT w.id, w.name, w.created_at, u.urn AS owner_urn
               FROM webhooks w LEFT JOIN users u ON u.urn = w.created_by AND u.created_at <= w.created_at) w
       LEFT JOIN users u ON u.urn = w.owner_urn ORDER BY w.created_at, w.id`,
  );
}
