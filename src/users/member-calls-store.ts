import { auditTable } from '../audit/month-store.js';
import type { Transaction } from '../db/query.js';

/** A membership, and the call that has changed it last. */
interface MemberCall {
  readonly user: string;
  /** Null: no call. */
  readonly call: string | null;
}

/**
 * Returns the last changes of memberships, as the audit has them. After a deletion, a group or a user with the same URN
 * is another one. Called with the access locked, so that no other transaction changes memberships.
 *
 * @param from ms since the epoch: earlier changes are not looked for
 */
export const findMemberCalls = (
  tx: Transaction,
  group: string,
  users: readonly string[],
  from: number,
): Promise<MemberCall[]> =>
  tx.query<MemberCall>(
    // One pass over the group's events, however many users there are: the access is locked meanwhile.
    `WITH events AS (
       SELECT coalesce(acted_for, actor_urn) AS urn, request_id, time, id FROM ${auditTable}
        WHERE time >= $3::bigint AND subject = $1 AND type IN ('AddGroupMemberEvent', 'RemoveGroupMemberEvent')
          AND coalesce(acted_for, actor_urn) = ANY($2::text[])
       UNION ALL
       SELECT subject, request_id, time, id FROM ${auditTable}
        WHERE time >= $3::bigint AND subject = ANY($2::text[]) AND type = 'DeleteUserEvent'
       UNION ALL
       SELECT u.urn, d.request_id, d.time, d.id
         FROM (SELECT request_id, time, id FROM ${auditTable}
                WHERE time >= $3::bigint AND subject = $1 AND type = 'DeleteGroupEvent'
                ORDER BY time DESC, id DESC LIMIT 1) d, unnest($2::text[]) AS u(urn)
     ), last AS (
       SELECT DISTINCT ON (urn) urn, request_id AS call FROM events ORDER BY urn, time DESC, id DESC
     )
     SELECT u.urn AS "user", last.call FROM unnest($2::text[]) WITH ORDINALITY AS u(urn, ordinal)
       LEFT JOIN last USING (urn) ORDER BY u.ordinal`,
    [group, users, from],
    { unprepared: true, customPlan: true },
  );
