-- By hand: also with the path. A plan without statistics prefers the smaller index to the primary key, and would read all
-- removals of a tag from the columns of a dataset for each of them.
CREATE INDEX "removed_associations_tag_urn_resource_urn_field_path_idx" ON "removed_associations"("tag_urn", "resource_urn", "field_path");

-- DropIndex
DROP INDEX "removed_associations_tag_urn_resource_urn_idx";
