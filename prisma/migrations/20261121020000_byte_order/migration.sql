-- By hand: Prisma's language has no collations. What metadata is looked up by is compared as the bytes that it is: a
-- language's rules make every step down an index dearer, and order what nobody reads as a language. Users' URNs keep
-- them, because tokens are filtered by parts of those without regard to case.
ALTER TABLE "entities" ALTER COLUMN "urn" TYPE TEXT COLLATE "C";

ALTER TABLE "aspects"
  ALTER COLUMN "urn" TYPE TEXT COLLATE "C",
  ALTER COLUMN "name" TYPE TEXT COLLATE "C";

ALTER TABLE "tags" ALTER COLUMN "urn" TYPE TEXT COLLATE "C";

ALTER TABLE "global_tags"
  ALTER COLUMN "resource_urn" TYPE TEXT COLLATE "C",
  ALTER COLUMN "field_path" TYPE TEXT COLLATE "C",
  ALTER COLUMN "tag_urn" TYPE TEXT COLLATE "C";

ALTER TABLE "schema_fields"
  ALTER COLUMN "dataset_urn" TYPE TEXT COLLATE "C",
  ALTER COLUMN "field_path" TYPE TEXT COLLATE "C",
  ALTER COLUMN "simple_path" TYPE TEXT COLLATE "C";

ALTER TABLE "editable_schema_fields"
  ALTER COLUMN "dataset_urn" TYPE TEXT COLLATE "C",
  ALTER COLUMN "field_path" TYPE TEXT COLLATE "C";

ALTER TABLE "access_tokens" ALTER COLUMN "id" TYPE TEXT COLLATE "C";
