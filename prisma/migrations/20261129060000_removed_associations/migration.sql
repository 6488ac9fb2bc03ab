-- CreateTable
CREATE TABLE "removed_associations" (
    "resource_urn" TEXT COLLATE "C" NOT NULL,
    "tag_urn" TEXT COLLATE "C" NOT NULL,
    "field_path" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "removed_associations_pkey" PRIMARY KEY ("resource_urn", "tag_urn", "field_path")
);

-- CreateIndex
CREATE INDEX "removed_associations_tag_urn_resource_urn_idx" ON "removed_associations"("tag_urn", "resource_urn");

-- AddForeignKey
ALTER TABLE "removed_associations" ADD CONSTRAINT "removed_associations_resource_urn_fkey" FOREIGN KEY ("resource_urn") REFERENCES "entities"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what people have removed of a deleted tag is cleared with its places.
CREATE OR REPLACE FUNCTION "tags_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_tags (urn, name, description, color_hex, deleted_at, places_to, is_cleared, aspects, deleted_by, change_set)
  SELECT g.urn, g.name, g.description, g.color_hex, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
         (SELECT last_value FROM global_tags_position_seq),
         NOT EXISTS (SELECT FROM global_tags p WHERE p.tag_urn = g.urn)
           AND NOT EXISTS (SELECT FROM removed_associations r WHERE r.tag_urn = g.urn),
         CASE json_typeof(g.deletion->'aspects') WHEN 'array' THEN g.deletion->'aspects' END, g.deletion->>'by',
         (g.deletion->>'changeSet')::uuid
    FROM gone g ORDER BY g.urn;
  RETURN NULL;
END $$;
