-- AlterTable
-- By hand: the collation.
ALTER TABLE "search_state" ADD COLUMN "reindexed_to" TEXT COLLATE "C";
