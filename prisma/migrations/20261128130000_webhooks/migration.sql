-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "filter" JSON NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,
    "disabled_reason" TEXT,
    "read_to" BIGINT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" BIGINT,
    "paused_until" BIGINT,
    "runner" TEXT,
    "lease_until" BIGINT,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
-- By hand: the collation of all URNs.
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "entity_urn" TEXT COLLATE "C",
    "type" TEXT NOT NULL,
    "time" BIGINT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempted_at" BIGINT,
    "next_attempt_at" BIGINT,
    "status" INTEGER,
    "error" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_state_entity_urn_position_idx" ON "webhook_deliveries"("webhook_id", "state", "entity_urn", "position");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_position_idx" ON "webhook_deliveries"("webhook_id", "position");

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: policies could name MANAGE_WEBHOOKS before, without an effect, so that the upgrade must not grant it.
UPDATE "policies" SET "privileges" = array_remove("privileges", 'MANAGE_WEBHOOKS')
 WHERE 'MANAGE_WEBHOOKS' = ANY("privileges");

-- By hand: the first administrator has every privilege, also those that are newer than the administrator.
UPDATE "policies" SET "privileges" = "privileges" || ARRAY['MANAGE_WEBHOOKS'] WHERE "id" = 'bootstrap-platform';
