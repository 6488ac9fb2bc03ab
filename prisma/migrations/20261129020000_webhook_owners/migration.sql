-- AlterTable
-- By hand: the collation of all URNs.
ALTER TABLE "webhooks" ADD COLUMN     "owner_urn" TEXT COLLATE "C",
ADD COLUMN     "paused_at" BIGINT;

-- By hand: the creators become the owners. A user that is newer than the webhook has only the URN of its creator.
UPDATE "webhooks" w SET "owner_urn" = u."urn" FROM "users" u
 WHERE u."urn" = w."created_by" AND u."created_at" <= w."created_at";

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_urn_fkey" FOREIGN KEY ("owner_urn") REFERENCES "users"("urn") ON DELETE SET NULL ON UPDATE CASCADE;
