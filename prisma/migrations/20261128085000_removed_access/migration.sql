-- CreateEnum
CREATE TYPE "AccessChangeKind" AS ENUM ('REMOVED', 'SUSPENDED', 'ACTIVATED');

-- CreateTable
CREATE TABLE "access_changes" (
    "id" BIGSERIAL NOT NULL,
    "urn" TEXT COLLATE "C" NOT NULL,
    "kind" "AccessChangeKind" NOT NULL,
    "since" BIGINT NOT NULL,
    "tokens_to" BIGINT NOT NULL DEFAULT 0,
    "members_to" BIGINT NOT NULL DEFAULT 0,
    "requester" JSON,

    CONSTRAINT "access_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
-- Every statement that reads tokens or members looks here, and there is almost never a row.
CREATE INDEX "access_changes_urn_idx" ON "access_changes"("urn");

-- DropForeignKey
-- The tokens of a removed user, and the members of a removed group, outlive it for as long as it takes to delete them.
ALTER TABLE "access_tokens" DROP CONSTRAINT "access_tokens_actor_urn_fkey";
ALTER TABLE "access_tokens" DROP CONSTRAINT "access_tokens_owner_urn_fkey";
ALTER TABLE "access_tokens" DROP CONSTRAINT "access_tokens_rotated_by_fkey";
ALTER TABLE "group_members" DROP CONSTRAINT "group_members_group_urn_fkey";

-- AlterTable
-- By hand: the names of the tables become those of views that leave out the rows of removed users and groups, so that no
-- statement can read such a row by mistake.
ALTER TABLE "access_tokens" ADD COLUMN "position" BIGSERIAL NOT NULL;
ALTER TABLE "access_tokens" RENAME TO "stored_access_tokens";
ALTER TABLE "group_members" RENAME TO "stored_group_members";

-- By hand: the tokens that somebody holds for another user, with and without a mark, so that each part of the work reads
-- only what is left.
CREATE INDEX "access_tokens_held_idx" ON "stored_access_tokens" ("owner_urn") WHERE "withdrawn_at" IS NULL AND "owner_urn" <> "actor_urn";
CREATE INDEX "access_tokens_withdrawn_idx" ON "stored_access_tokens" ("owner_urn") WHERE "withdrawn_at" IS NOT NULL AND "owner_urn" <> "actor_urn";
CREATE INDEX "access_tokens_rotated_held_idx" ON "stored_access_tokens" ("rotated_by") WHERE "withdrawn_at" IS NULL AND "rotated_by" IS NOT NULL;
CREATE INDEX "access_tokens_rotated_withdrawn_idx" ON "stored_access_tokens" ("rotated_by") WHERE "withdrawn_at" IS NOT NULL AND "rotated_by" IS NOT NULL;

-- By hand: whoever deletes users and groups leaves a row here. Writers of tokens and members lock the user or `policy_version`,
-- so that all of the removed user or group have positions up to the last one of the sequence, and those of a new user or
-- group with the same URN have later ones.
CREATE FUNCTION "access_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM access_changes c USING gone g WHERE c.urn = g.urn AND c.kind <> 'REMOVED';
  INSERT INTO access_changes (urn, kind, since, tokens_to, members_to)
  SELECT urn, 'REMOVED', (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
         (SELECT last_value FROM access_tokens_position_seq), (SELECT last_value FROM group_members_position_seq)
    FROM gone ORDER BY urn;
  RETURN NULL;
END $$;
CREATE TRIGGER "removed" AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "access_removed"();
CREATE TRIGGER "removed" AFTER DELETE ON "groups" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "access_removed"();

-- By hand: tokens without those whose actor, owner or rotator has been removed. A token that a suspended user holds for
-- another one is withdrawn before its row says so.
CREATE VIEW "access_tokens" AS
  SELECT t.id, t.hash, t.type, t.name, t.description, t.actor_urn, t.owner_urn, t.created_at, t.expires_at,
         t.last_used_at, t.revoked_at, t.scopes, t.rotated_from, t.rotated_by, t.capped_at, t.position,
         CASE WHEN t.owner_urn = t.actor_urn AND t.rotated_by IS NULL THEN t.withdrawn_at
              ELSE coalesce(t.withdrawn_at, (SELECT min(c.since) FROM access_changes c
                                              WHERE c.urn IN (t.owner_urn, t.rotated_by) AND c.urn <> t.actor_urn
                                                AND c.kind = 'SUSPENDED')) END AS withdrawn_at
    FROM stored_access_tokens t
   WHERE NOT EXISTS (SELECT FROM access_changes c
                      WHERE c.urn IN (t.actor_urn, t.owner_urn, t.rotated_by) AND c.tokens_to >= t.position);

-- By hand: members without those of removed groups.
CREATE VIEW "group_members" AS
  SELECT * FROM stored_group_members m
   WHERE NOT EXISTS (SELECT FROM access_changes c WHERE c.urn = m.group_urn AND c.members_to >= m.position);
