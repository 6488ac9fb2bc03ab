-- Whether what a caller's rights rest on is as it was when they were judged: its token and its session live, its user
-- active, its groups and the version of the policies the same. Each call sees what other transactions have committed
-- until then (VOLATILE), also in a statement that began before. "groups" are the URNs in the order of the database, one a
-- line; "now" is the time when the statement was sent. Null for what the caller does not have.
CREATE FUNCTION "caller_stands"(
  "caller" TEXT, "groups" TEXT, "policies" BIGINT, "token" TEXT, "session" TEXT, "ends_at" BIGINT, "now" BIGINT
) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_variable
BEGIN
  now := now + (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::bigint;
  RETURN coalesce(ends_at > now, true)
     AND policies = (SELECT v.version FROM policy_version v)
     AND EXISTS (SELECT FROM users u WHERE u.urn = caller AND u.state = 'ACTIVE')
     AND groups = array_to_string(
           ARRAY(SELECT DISTINCT m.group_urn FROM group_members m WHERE m.user_urn = caller ORDER BY 1), E'\n')
     AND (token IS NULL OR EXISTS (
           SELECT FROM access_tokens t
            WHERE t.id = token AND t.revoked_at IS NULL AND t.withdrawn_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now)))
     AND (session IS NULL OR EXISTS (
           SELECT FROM console_sessions s WHERE s.id_hash = decode(session, 'hex') AND s.expires_at > now));
END
$$;
