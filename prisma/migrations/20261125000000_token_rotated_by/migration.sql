-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "rotated_by" TEXT;

-- CreateIndex
CREATE INDEX "access_tokens_rotated_by_idx" ON "access_tokens"("rotated_by");

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_rotated_by_fkey" FOREIGN KEY ("rotated_by") REFERENCES "users"("urn") ON DELETE CASCADE ON UPDATE CASCADE;
