-- CreateTable
CREATE TABLE "console_sessions" (
    "id_hash" BYTEA NOT NULL,
    -- By hand: the collation, which is that of access_tokens.id.
    "token_id" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_seen_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "console_sessions_pkey" PRIMARY KEY ("id_hash")
);

-- CreateIndex
CREATE INDEX "console_sessions_token_id_idx" ON "console_sessions"("token_id");

-- AddForeignKey
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "access_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: Prisma's language has no indexes on expressions. When a session ends: at its own end, or after half an hour
-- without a request.
CREATE INDEX "console_sessions_ends_at_idx" ON "console_sessions"(LEAST("expires_at", "last_seen_at" + 1800000));
