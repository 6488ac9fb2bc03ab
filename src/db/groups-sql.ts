/**
 * SQL of the groups that a user is a member of. A group that is written in two aspects is named once. In order, because
 * the groups that a caller was judged by are compared with them (caller-stands.ts).
 *
 * @param user SQL of the user's URN
 */
export const groupsSql = (user: string): string =>
  `ARRAY(SELECT DISTINCT m.group_urn FROM group_members m WHERE m.user_urn = ${user} ORDER BY 1)`;
