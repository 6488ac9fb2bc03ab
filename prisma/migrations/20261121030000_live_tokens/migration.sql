-- By hand: Prisma's language has no functions. A volatile one sees what was committed until it is called, while the
-- statement that calls it sees what was committed until it began, which may be before it was given a lock.
CREATE FUNCTION "live_tokens"("actor" TEXT, "now" BIGINT) RETURNS BIGINT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT count(*) FROM access_tokens
           WHERE actor_urn = actor AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now));
END
$$;
