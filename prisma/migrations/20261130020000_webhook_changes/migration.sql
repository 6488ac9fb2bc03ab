-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "delivered_at" BIGINT,
ADD COLUMN     "paused_by" TEXT,
ADD COLUMN     "previous_secret" TEXT,
ADD COLUMN     "previous_secret_until" BIGINT;
