-- AlterTable
ALTER TABLE "groups" ADD COLUMN "removed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "restored_state" "UserState";

-- By hand: every request asks for the groups of its user, and almost none is removed.
CREATE INDEX "groups_removed_idx" ON "groups" ("urn") WHERE "removed";
