-- AlterTable
ALTER TABLE "change_events" ADD COLUMN "change_set" UUID,
  ADD COLUMN "undone_by" UUID;

-- By hand: the changes of one call. A partial index is as small as what it finds, so that earlier changes take no room.
CREATE INDEX "change_events_change_set_idx" ON "change_events"("change_set", "time", "id") WHERE "change_set" IS NOT NULL;

-- AlterTable
ALTER TABLE "deleted_tags" ADD COLUMN "change_set" UUID;

-- By hand: with the call that deletes the tag, for the places that are cleared later.
CREATE OR REPLACE FUNCTION "tags_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_tags (urn, name, description, color_hex, deleted_at, places_to, is_cleared, aspects, deleted_by, change_set)
  SELECT g.urn, g.name, g.description, g.color_hex, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
         (SELECT last_value FROM global_tags_position_seq),
         NOT EXISTS (SELECT FROM global_tags p WHERE p.tag_urn = g.urn),
         CASE json_typeof(g.deletion->'aspects') WHEN 'array' THEN g.deletion->'aspects' END, g.deletion->>'by',
         (g.deletion->>'changeSet')::uuid
    FROM gone g ORDER BY g.urn;
  RETURN NULL;
END $$;
