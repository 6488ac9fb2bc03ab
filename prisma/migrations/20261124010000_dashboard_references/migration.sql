-- By hand: no aspect changes between the reading of its references and the end of the migration.
LOCK TABLE "aspects" IN SHARE ROW EXCLUSIVE MODE;

-- By hand: the references of the charts and dashboards that are stored. Their aspects have no model, so that their JSON can
-- have any shape: what is not a list counts as an empty one, and what is not the text of a URN is left out.
WITH "paths"("aspect", "relationship", "list", "member") AS (VALUES
  ('chartInfo', 'Consumes', 'inputs', '{}'::text[]),
  ('chartInfo', 'Consumes', 'inputs', '{string}'),
  ('chartInfo', 'Consumes', 'inputEdges', '{destinationUrn}'),
  ('dashboardInfo', 'Contains', 'charts', '{}'),
  ('dashboardInfo', 'Contains', 'chartEdges', '{destinationUrn}'),
  ('dashboardInfo', 'Consumes', 'datasets', '{}'),
  ('dashboardInfo', 'Consumes', 'datasetEdges', '{destinationUrn}')
), "found"("source", "aspect", "relationship", "value") AS (
  SELECT a."urn", a."name", p."relationship", e."value" #> p."member"
    FROM "aspects" a JOIN "paths" p ON p."aspect" = a."name"
   CROSS JOIN LATERAL json_array_elements(
           CASE json_typeof(a."body" -> p."list") WHEN 'array' THEN a."body" -> p."list" ELSE '[]' END) e("value")
), "urns" AS (
  SELECT DISTINCT "source", "aspect", "relationship", "value" #>> '{}' AS "target"
    FROM "found" WHERE json_typeof("value") = 'string'
)
INSERT INTO "entity_references" ("source", "aspect", "position", "relationship", "target")
SELECT "source", "aspect", row_number() OVER (PARTITION BY "source", "aspect") - 1, "relationship", "target"
  FROM "urns"
 WHERE "target" ~ '^urn:li:[a-z][A-Za-z0-9]*:[^[:cntrl:]]+$' AND octet_length("target") <= 512;
