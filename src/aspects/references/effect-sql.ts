/**
 * SQL: whether the reference `r` is neither a membership that an earlier version has stored without effect, nor one of a removed
 * group whose members are not deleted yet.
 */
export const hasEffect = (relationship: string): string => `
  (${relationship} NOT IN ('IsMemberOfGroup', 'IsMemberOfNativeGroup')
    OR NOT EXISTS (SELECT FROM aspects a WHERE a.urn = r.source AND a.name = r.aspect AND a.inert)
   AND NOT EXISTS (SELECT FROM access_changes c JOIN stored_group_members m
                       ON m.group_urn = c.urn AND m.user_urn = r.source AND m.position <= c.members_to
                      AND m.native = (${relationship} = 'IsMemberOfNativeGroup') WHERE c.urn = r.target))`;
