-- By hand: no aspect changes between the reading of its references and the end of the migration.
LOCK TABLE "aspects" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
-- By hand: the collation, as of the other columns that metadata is looked up by.
CREATE TABLE "entity_references" (
    "source" TEXT COLLATE "C" NOT NULL,
    "aspect" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "relationship" TEXT COLLATE "C" NOT NULL,
    "target" TEXT COLLATE "C" NOT NULL,
    "field_path" TEXT COLLATE "C" NOT NULL DEFAULT ''
);

-- By hand: the references of the aspects that are stored. Most aspects have no model, so that their JSON can have any
-- shape: what is not a list counts as an empty one, and what is not the text of a URN is left out. The functions of json
-- read no numbers, which in jsonb could overflow.
WITH "paths"("aspect", "relationship", "list", "member") AS (VALUES
  ('container', 'IsPartOf', NULL::text[], '{container}'::text[]),
  ('corpUserInfo', 'ReportsTo', NULL, '{managerUrn}'),
  ('dataJobInputOutput', 'Consumes', '{inputDatasets}', '{}'),
  ('dataJobInputOutput', 'Consumes', '{inputDatasetEdges}', '{destinationUrn}'),
  ('dataJobInputOutput', 'Consumes', '{inputDatasetFields}', '{}'),
  ('dataJobInputOutput', 'Produces', '{outputDatasets}', '{}'),
  ('dataJobInputOutput', 'Produces', '{outputDatasetEdges}', '{destinationUrn}'),
  ('dataJobInputOutput', 'Produces', '{outputDatasetFields}', '{}'),
  ('dataJobInputOutput', 'DownstreamOf', '{inputDatajobs}', '{}'),
  ('dataJobInputOutput', 'DownstreamOf', '{inputDatajobEdges}', '{destinationUrn}'),
  ('dataPlatformInstance', 'platform', NULL, '{platform}'),
  ('dataPlatformInstance', 'dataPlatformInstance', NULL, '{instance}'),
  ('dataProductProperties', 'DataProductContains', '{assets}', '{destinationUrn}'),
  ('dataProductProperties', 'IsPartOf', NULL, '{parentDataProduct}'),
  ('domainProperties', 'IsPartOf', NULL, '{parentDomain}'),
  ('domains', 'AssociatedWith', '{domains}', '{}'),
  ('glossaryNodeInfo', 'IsPartOf', NULL, '{parentNode}'),
  ('glossaryTermInfo', 'IsPartOf', NULL, '{parentNode}'),
  ('glossaryTerms', 'TermedWith', '{terms}', '{urn}'),
  ('groupMembership', 'IsMemberOfGroup', '{groups}', '{}'),
  ('nativeGroupMembership', 'IsMemberOfNativeGroup', '{nativeGroups}', '{}'),
  ('ownership', 'OwnedBy', '{owners}', '{owner}'),
  ('ownership', 'ownershipType', '{owners}', '{typeUrn}'),
  ('siblings', 'SiblingOf', '{siblings}', '{}'),
  ('upstreamLineage', 'DownstreamOf', '{upstreams}', '{dataset}')
), "columns"("source", "aspect", "field_path", "body") AS (
  SELECT "dataset_urn", 'schemaMetadata', "field_path", "body" FROM "schema_fields"
  UNION ALL
  SELECT "dataset_urn", 'editableSchemaMetadata', "field_path", "body" FROM "editable_schema_fields"
), "column_paths"("aspect", "relationship", "list", "member") AS (VALUES
  ('schemaMetadata', 'SchemaFieldTaggedWith', '{globalTags,tags}'::text[], '{tag}'::text[]),
  ('schemaMetadata', 'SchemaFieldWithGlossaryTerm', '{glossaryTerms,terms}', '{urn}'),
  ('editableSchemaMetadata', 'EditableSchemaFieldWithGlossaryTerm', '{glossaryTerms,terms}', '{urn}')
), "found"("source", "aspect", "relationship", "value", "field_path") AS (
  SELECT a."urn", a."name", p."relationship", a."body" #> p."member", ''
    FROM "aspects" a JOIN "paths" p ON p."aspect" = a."name" AND p."list" IS NULL
  UNION ALL
  SELECT a."urn", a."name", p."relationship", e."value" #> p."member", ''
    FROM "aspects" a JOIN "paths" p ON p."aspect" = a."name" AND p."list" IS NOT NULL
   CROSS JOIN LATERAL json_array_elements(
           CASE json_typeof(a."body" #> p."list") WHEN 'array' THEN a."body" #> p."list" ELSE '[]' END) e("value")
  UNION ALL
  SELECT c."source", c."aspect", p."relationship", e."value" #> p."member", c."field_path"
    FROM "columns" c JOIN "column_paths" p ON p."aspect" = c."aspect"
   CROSS JOIN LATERAL json_array_elements(
           CASE json_typeof(c."body" #> p."list") WHEN 'array' THEN c."body" #> p."list" ELSE '[]' END) e("value")
  UNION ALL
  SELECT a."urn", a."name", 'DownstreamOf', u."value", CASE json_typeof(l."value" -> 'downstreams')
           WHEN 'array' THEN CASE json_array_length(l."value" -> 'downstreams') WHEN 1 THEN
             coalesce(substring(l."value" #>> '{downstreams,0}' FROM '^urn:li:schemaField:\(.*,([^,()]+)\)$'), '')
           ELSE '' END ELSE '' END
    FROM "aspects" a
   CROSS JOIN LATERAL json_array_elements(CASE json_typeof(a."body" -> 'fineGrainedLineages')
           WHEN 'array' THEN a."body" -> 'fineGrainedLineages' ELSE '[]' END) l("value")
   CROSS JOIN LATERAL json_array_elements(CASE json_typeof(l."value" -> 'upstreams')
           WHEN 'array' THEN l."value" -> 'upstreams' ELSE '[]' END) u("value")
   WHERE a."name" = 'upstreamLineage'
), "urns" AS (
  SELECT DISTINCT "source", "aspect", "relationship", "value" #>> '{}' AS "target", "field_path"
    FROM "found" WHERE json_typeof("value") = 'string'
)
INSERT INTO "entity_references" ("source", "aspect", "position", "relationship", "target", "field_path")
SELECT "source", "aspect", row_number() OVER (PARTITION BY "source", "aspect") - 1, "relationship", "target", "field_path"
  FROM "urns" u
 WHERE "target" ~ '^urn:li:[a-z][A-Za-z0-9]*:[^[:cntrl:]]+$' AND octet_length("target") <= 512
   AND EXISTS (SELECT FROM "aspects" a WHERE a."urn" = u."source" AND a."name" = u."aspect");

-- By hand: after the rows, because that is faster.
ALTER TABLE "entity_references" ADD CONSTRAINT "entity_references_pkey" PRIMARY KEY ("source", "aspect", "position");

-- CreateIndex
CREATE INDEX "entity_references_target_relationship_source_aspect_idx" ON "entity_references"("target", "relationship", "source", "aspect");

-- AddForeignKey
ALTER TABLE "entity_references" ADD CONSTRAINT "entity_references_source_aspect_fkey" FOREIGN KEY ("source", "aspect") REFERENCES "aspects"("urn", "name") ON DELETE CASCADE ON UPDATE CASCADE;
