-- By hand: no aspect changes between the reading of its references and the end of the migration.
LOCK TABLE "aspects" IN SHARE ROW EXCLUSIVE MODE;

-- By hand: the references of the runs of jobs that are stored. Their aspect has no model, so that its JSON can have any
-- shape: what is not a list counts as an empty one, and what is not the text of a URN is left out.
WITH "runs" AS (
  SELECT "urn", "name", "body" FROM "aspects" WHERE "name" = 'dataProcessInstanceRelationships'
), "found"("source", "aspect", "relationship", "value") AS (
  SELECT "urn", "name", 'InstanceOf', "body" -> 'parentTemplate' FROM "runs"
  UNION ALL
  SELECT "urn", "name", 'ChildOf', "body" -> 'parentInstance' FROM "runs"
  UNION ALL
  SELECT r."urn", r."name", 'UpstreamOf', e."value"
    FROM "runs" r
   CROSS JOIN LATERAL json_array_elements(CASE json_typeof(r."body" -> 'upstreamInstances')
           WHEN 'array' THEN r."body" -> 'upstreamInstances' ELSE '[]' END) e("value")
), "urns" AS (
  SELECT DISTINCT "source", "aspect", "relationship", "value" #>> '{}' AS "target"
    FROM "found" WHERE json_typeof("value") = 'string'
)
INSERT INTO "entity_references" ("source", "aspect", "position", "relationship", "target")
SELECT "source", "aspect", row_number() OVER (PARTITION BY "source", "aspect") - 1, "relationship", "target"
  FROM "urns"
 WHERE "target" ~ '^urn:li:[a-z][A-Za-z0-9]*:[^[:cntrl:]]+$' AND octet_length("target") <= 512;
