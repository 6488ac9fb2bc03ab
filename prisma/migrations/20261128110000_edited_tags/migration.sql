-- AlterTable
ALTER TABLE "global_tags" ADD COLUMN "is_edited" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "deleted_tag_places" ADD COLUMN "is_edited" BOOLEAN NOT NULL DEFAULT false;

-- By hand: a view has the columns that its table had when the view was made.
CREATE OR REPLACE VIEW "current_global_tags" AS
  SELECT * FROM global_tags g
   WHERE NOT EXISTS (SELECT FROM deleted_tags d
                      WHERE NOT d.is_cleared AND d.urn = g.tag_urn AND d.places_to >= g.position);
