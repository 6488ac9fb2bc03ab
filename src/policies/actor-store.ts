import { conflict } from '../core/errors.js';
import type { Query, Transaction } from '../db/query.js';

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

/** Whether an active user has MANAGE_POLICIES. */
export async function hasAdministrator(query: Query): Promise<boolean> {
  const [found] = await query<{ isLeft: boolean }>(
    `SELECT EXISTS (
       SELECT FROM policies p
        WHERE p.state = 'ACTIVE' AND p.type = 'PLATFORM' AND 'MANAGE_POLICIES' = ANY(p.privileges)
          AND (EXISTS (SELECT FROM users u
                        WHERE u.state = 'ACTIVE' AND (p.all_users OR u.urn = ANY(p.users)))
            OR EXISTS (SELECT FROM group_members m JOIN users u ON u.urn = m.user_urn JOIN groups g ON g.urn = m.group_urn
                        WHERE NOT g.removed AND u.state = 'ACTIVE' AND (p.all_groups OR m.group_urn = ANY(p.groups))))
     ) AS "isLeft"`,
  );
  return found!.isLeft;
}

/**
 * Called after a change of policies, users, groups or members, in its transaction, which has called `lockAccess`.
 *
 * @throws CONFLICT when no active user has MANAGE_POLICIES any longer, so that the change could not be undone
 */
export async function rejectWithoutAdministrator(tx: Transaction): Promise<void> {
  if (await hasAdministrator(tx.query)) return;
  throw conflict(
    'after this change no active user would have MANAGE_POLICIES, and policies could no longer be changed. Grant it to another ' +
      'active user first',
  );
}
