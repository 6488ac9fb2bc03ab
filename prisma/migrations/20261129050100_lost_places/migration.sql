-- AlterTable
ALTER TABLE "deleted_tag_places" ADD COLUMN "is_lost" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "deleted_tag_places_resource_urn_idx" ON "deleted_tag_places"("resource_urn");

-- By hand: whoever deletes entities, their places of deleted tags are lost. An entity that is created again with the same
-- URN is another one.
CREATE FUNCTION "places_lost"() RETURNS trigger LANGUAGE plpgsql
    SET "enable_hashjoin" = off SET "enable_mergejoin" = off SET "enable_seqscan" = off AS $$
BEGIN
  UPDATE deleted_tag_places p SET is_lost = true FROM gone g WHERE p.resource_urn = g.urn AND NOT p.is_lost;
  RETURN NULL;
END $$;

CREATE TRIGGER "places_lost" AFTER DELETE ON "entities" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "places_lost"();

-- By hand: the history knows the entities that have been created again before.
UPDATE "deleted_tag_places" p SET "is_lost" = true
  FROM (SELECT d.deletion_id, d.urn FROM (SELECT DISTINCT "deletion_id", "resource_urn" AS urn FROM "deleted_tag_places") d
          JOIN "deleted_tags" t ON t."id" = d.deletion_id
         WHERE NOT EXISTS (SELECT FROM "entities" e WHERE e."urn" = d.urn)
            OR EXISTS (SELECT FROM "change_events" c
                        WHERE c."entity_urn" = d.urn AND c."time" >= t."deleted_at" AND c."operation" = 'HARD_DELETE')) lost
 WHERE (p."deletion_id", p."resource_urn") = (lost.deletion_id, lost.urn);
