-- AlterTable
ALTER TABLE "tags" ADD COLUMN "deletion" JSON;

-- AlterTable
ALTER TABLE "deleted_tags" ADD COLUMN "aspects" JSON,
  ADD COLUMN "deleted_by" TEXT COLLATE "C",
  ADD COLUMN "is_restoring" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "deleted_tags_urn_id_idx" ON "deleted_tags"("urn", "id");

-- By hand: with what the statement before the deletion has left in the tag.
CREATE OR REPLACE FUNCTION "tags_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_tags (urn, name, description, color_hex, deleted_at, places_to, is_cleared, aspects, deleted_by)
  SELECT g.urn, g.name, g.description, g.color_hex, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
         (SELECT last_value FROM global_tags_position_seq),
         NOT EXISTS (SELECT FROM global_tags p WHERE p.tag_urn = g.urn),
         CASE json_typeof(g.deletion->'aspects') WHEN 'array' THEN g.deletion->'aspects' END, g.deletion->>'by'
    FROM gone g ORDER BY g.urn;
  RETURN NULL;
END $$;
