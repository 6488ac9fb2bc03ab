-- AlterTable
ALTER TABLE "groups" ADD COLUMN     "removed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "restored_state" "UserState";
