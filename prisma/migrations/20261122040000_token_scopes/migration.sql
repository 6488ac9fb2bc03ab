-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "rotated_from" TEXT,
ADD COLUMN     "scopes" TEXT[];

-- CreateIndex
CREATE INDEX "access_tokens_rotated_from_idx" ON "access_tokens"("rotated_from");

-- By hand: a function sees what was committed while its statement waited for a lock, which the statement itself does not
-- (as live_tokens). A request that waits behind the revocation of its own token must not leave a new token.
CREATE FUNCTION "is_revoked"("token" TEXT) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM access_tokens WHERE id = token AND revoked_at IS NOT NULL);
END
$$;
