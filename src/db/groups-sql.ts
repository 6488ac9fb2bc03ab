/**
 * SQL of the groups that a user is a member of, without removed groups. A group in two aspects is returned once. Sorted,
 * because they are compared with the groups of the last check (caller-stands.ts).
 *
 * @param user SQL of the user's URN
 */
export const groupsSql = (user: string): string =>
  `ARRAY(SELECT DISTINCT m.group_urn FROM group_members m WHERE m.user_urn = ${user}
             AND (SELECT true FROM groups g WHERE g.urn = m.group_urn AND g.removed) IS NULL ORDER BY 1)`;
