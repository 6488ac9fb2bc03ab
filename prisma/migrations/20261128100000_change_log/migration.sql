-- AlterTable
ALTER TABLE "change_events" ADD COLUMN "seq" BIGINT;

-- By hand: the changes without a number, and those with one. A partial index is as small as what it finds.
CREATE INDEX "change_events_unnumbered_idx" ON "change_events"("id") WHERE "seq" IS NULL;
CREATE INDEX "change_events_seq_idx" ON "change_events"("seq") WHERE "seq" IS NOT NULL;

-- CreateTable
CREATE TABLE "change_log" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" UUID NOT NULL DEFAULT gen_random_uuid(),
    "last_seq" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "change_log_pkey" PRIMARY KEY ("id")
);

INSERT INTO "change_log" DEFAULT VALUES;
