-- By hand: of the paths with a tag, a simple path and the only version 2 path with it are one column, and two version 2
-- paths with one simple path are two (docs/wire-contract.md, "Field paths").
CREATE OR REPLACE FUNCTION "tag_counts"("tags" TEXT[], "entities" TEXT[]) RETURNS TABLE ("tag" TEXT, "entity" TEXT,
    "on_entity" BOOLEAN, "edited" INTEGER, "declared" INTEGER, "columns" INTEGER, "attached_at" BIGINT)
    LANGUAGE sql STABLE AS $$
  WITH pairs AS MATERIALIZED (
    SELECT DISTINCT t COLLATE "C" AS tag, e COLLATE "C" AS entity FROM unnest(tags, entities) AS given(t, e)
     WHERE EXISTS (SELECT FROM entities known WHERE known.urn = e)
  ), found AS (
    SELECT tag, entity, '' COLLATE "C" AS path, NULL::boolean AS edited, NULL::bigint AS position FROM pairs
    UNION ALL
    SELECT p.tag, p.entity, g.field_path, true, g.position
      FROM pairs p JOIN current_global_tags g ON g.resource_urn = p.entity AND g.tag_urn = p.tag
    UNION ALL
    SELECT p.tag, p.entity, r.field_path, false, NULL
      FROM pairs p JOIN entity_references r ON r.source = p.entity AND r.aspect = 'schemaMetadata'
                                           AND r.relationship = 'SchemaFieldTaggedWith' AND r.target = p.tag
  ), paths AS (
    SELECT tag, entity, path, simple_path(path) AS simple, bool_or(edited IS TRUE) AS edited,
           bool_or(edited IS FALSE) AS declared, max(position) AS position
      FROM found GROUP BY tag, entity, path
  ), of_columns AS (
    SELECT *, CASE WHEN count(*) FILTER (WHERE path <> simple) OVER (PARTITION BY tag, entity, simple) > 1
                   THEN path ELSE simple END AS column_key
      FROM paths
  )
  SELECT tag, entity, bool_or(edited AND path = ''),
         (count(DISTINCT column_key) FILTER (WHERE edited AND path <> ''))::int,
         (count(DISTINCT column_key) FILTER (WHERE declared AND path <> ''))::int,
         (count(DISTINCT column_key) FILTER (WHERE path <> ''))::int,
         max(position)
    FROM of_columns GROUP BY tag, entity
$$;

-- By hand: only these can have been counted otherwise.
SELECT "count_tags"(array_agg("tag_urn"), array_agg("entity_urn"))
  FROM "tagged_entities" WHERE "edited_columns" + "declared_columns" > "columns";
