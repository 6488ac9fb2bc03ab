-- Whether what a caller's rights rest on is as it was when they were judged: its token and its session live, its user
-- active, its groups and the version of the policies the same. A statement of its own sees what is committed when it
-- begins. "groups" are the URNs in the order of the database, one a line; "now" is the time when the statement was sent.
-- Null for what the caller does not have, and for what is not to be compared. One expression, so that PostgreSQL inlines it.
CREATE FUNCTION "caller_stands"(
  "caller" TEXT, "groups" TEXT, "policies" BIGINT, "token" TEXT, "session" TEXT, "ends_at" BIGINT, "now" BIGINT
) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT coalesce($6 > $7, true)
     AND $3 = (SELECT v.version FROM policy_version v)
     AND EXISTS (SELECT FROM users u WHERE u.urn = $1 AND u.state = 'ACTIVE')
     AND $2 = array_to_string(
           ARRAY(SELECT DISTINCT m.group_urn FROM group_members m WHERE m.user_urn = $1 ORDER BY 1), E'\n')
     AND ($4 IS NULL OR EXISTS (
           SELECT FROM access_tokens t
            WHERE t.id = $4 AND t.revoked_at IS NULL AND t.withdrawn_at IS NULL
              AND (t.expires_at IS NULL OR t.expires_at > $7)))
     AND ($5 IS NULL OR EXISTS (
           SELECT FROM console_sessions s WHERE s.id_hash = decode($5, 'hex') AND s.expires_at > $7))
$$;
