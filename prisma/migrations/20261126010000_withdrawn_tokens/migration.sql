-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "capped_at" BIGINT,
ADD COLUMN     "withdrawn_at" BIGINT;

-- By hand: a withdrawn token may do as little as a revoked one.
CREATE OR REPLACE FUNCTION "is_revoked"("token" TEXT) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM access_tokens WHERE id = token AND (revoked_at IS NOT NULL OR withdrawn_at IS NOT NULL));
END
$$;
