-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "capped_at" BIGINT,
ADD COLUMN     "withdrawn_at" BIGINT;
