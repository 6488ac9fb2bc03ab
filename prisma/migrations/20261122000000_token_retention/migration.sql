-- By hand: Prisma's language has no indexes on expressions. Tokens that were revoked or have expired, by when they did
-- so first; tokens that are neither, and never will be by themselves, are not in it.
CREATE INDEX "access_tokens_dead_since_idx" ON "access_tokens"(LEAST("revoked_at", "expires_at"))
  WHERE "revoked_at" IS NOT NULL OR "expires_at" IS NOT NULL;
