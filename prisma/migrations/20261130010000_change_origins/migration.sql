-- AlterTable
ALTER TABLE "change_events" ADD COLUMN "address" TEXT,
  ADD COLUMN "transport" TEXT,
  ADD COLUMN "user_agent" TEXT;

-- AlterTable
ALTER TABLE "deleted_tags" ADD COLUMN "origin" JSON;

-- By hand: with where the call that deletes the tag comes from, for the places that are cleared later.
CREATE OR REPLACE FUNCTION "tags_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_tags (urn, name, description, color_hex, deleted_at, places_to, is_cleared, aspects, deleted_by, change_set,
                            origin)
  SELECT g.urn, g.name, g.description, g.color_hex, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
         (SELECT last_value FROM global_tags_position_seq),
         NOT EXISTS (SELECT FROM global_tags p WHERE p.tag_urn = g.urn)
           AND NOT EXISTS (SELECT FROM removed_associations r WHERE r.tag_urn = g.urn),
         CASE json_typeof(g.deletion->'aspects') WHEN 'array' THEN g.deletion->'aspects' END, g.deletion->>'by',
         (g.deletion->>'changeSet')::uuid,
         CASE json_typeof(g.deletion->'origin') WHEN 'object' THEN g.deletion->'origin' END
    FROM gone g ORDER BY g.urn;
  RETURN NULL;
END $$;
