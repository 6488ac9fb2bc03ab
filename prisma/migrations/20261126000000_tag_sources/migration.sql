-- By hand: the key of the program that an association comes from. Attribution says it, in the column that keeps the
-- association as it was written. A hash, because an index entry has no room for a source of any length.
CREATE FUNCTION "attribution_source"("association" JSON) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE attribution json := association -> 'attribution'; source text;
BEGIN
  IF coalesce(json_typeof(attribution) <> 'object', true) THEN RETURN ''; END IF;
  IF coalesce(json_typeof(attribution -> 'source') <> 'string', true) THEN RETURN ''; END IF;
  source := attribution ->> 'source';
  RETURN CASE WHEN source = '' THEN '' ELSE encode(sha256(convert_to(source, 'UTF8')), 'hex') END;
END $$;

-- AlterTable
-- By hand: a generated column, so that the stored associations get their sources here, and later ones whoever writes them.
ALTER TABLE "global_tags"
  ADD COLUMN "source" TEXT COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (CASE WHEN "body" IS NULL THEN '' ELSE "attribution_source"("body") END) STORED,
  DROP CONSTRAINT "global_tags_pkey",
  ADD CONSTRAINT "global_tags_pkey" PRIMARY KEY ("resource_urn", "field_path", "tag_urn", "source");

-- By hand: a column that has a tag from several sources is one column.
CREATE OR REPLACE FUNCTION "tag_counts"("tags" TEXT[], "entities" TEXT[]) RETURNS TABLE ("tag" TEXT, "entity" TEXT,
    "on_entity" BOOLEAN, "edited" INTEGER, "declared" INTEGER, "columns" INTEGER) LANGUAGE sql STABLE AS $$
  WITH pairs AS MATERIALIZED (
    SELECT DISTINCT t COLLATE "C" AS tag, e COLLATE "C" AS entity FROM unnest(tags, entities) AS given(t, e)
     WHERE EXISTS (SELECT FROM entities known WHERE known.urn = e)
  ), found AS (
    SELECT tag, entity, '' AS path, NULL::boolean AS edited FROM pairs
    UNION ALL
    SELECT p.tag, p.entity, g.field_path, true
      FROM pairs p JOIN global_tags g ON g.resource_urn = p.entity AND g.tag_urn = p.tag
    UNION ALL
    SELECT p.tag, p.entity, r.field_path, false
      FROM pairs p JOIN entity_references r ON r.source = p.entity AND r.aspect = 'schemaMetadata'
                                           AND r.relationship = 'SchemaFieldTaggedWith' AND r.target = p.tag
  )
  SELECT tag, entity, bool_or(edited IS TRUE AND path = ''),
         (count(DISTINCT path) FILTER (WHERE edited AND path <> ''))::int,
         (count(DISTINCT path) FILTER (WHERE NOT edited AND path <> ''))::int,
         (count(DISTINCT simple_path(path)) FILTER (WHERE path <> ''))::int
    FROM found GROUP BY tag, entity
$$;

-- By hand: one statement can add a tag from several sources to an entity, and one that is removed can leave others.
CREATE OR REPLACE FUNCTION "global_tags_changed"() RETURNS trigger LANGUAGE plpgsql
    SET "enable_hashjoin" = off SET "enable_mergejoin" = off SET "enable_seqscan" = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tagged_entities
    SELECT c.tag_urn, c.resource_urn, e.type, coalesce(d.removed, (SELECT (s.body ->> 'removed')::boolean FROM aspects s WHERE s.urn = e.urn AND s.name = 'status'), false), true, 0, 0, 0
      FROM (SELECT DISTINCT tag_urn, resource_urn FROM changed WHERE field_path = '') c
      JOIN entities e ON e.urn = c.resource_urn
      LEFT JOIN search_documents d ON d.urn = c.resource_urn
     ORDER BY c.resource_urn, c.tag_urn
    ON CONFLICT (tag_urn, entity_urn) DO UPDATE SET on_entity = true;
  ELSE
    WITH untagged AS MATERIALIZED (
      SELECT DISTINCT tag_urn, resource_urn FROM changed WHERE field_path = ''
    ), pairs AS MATERIALIZED (
      SELECT p.tag_urn, p.entity_urn, p.columns
        FROM untagged c JOIN tagged_entities p ON (p.tag_urn, p.entity_urn) = (c.tag_urn, c.resource_urn)
       WHERE NOT EXISTS (SELECT FROM global_tags g
                          WHERE g.resource_urn = c.resource_urn AND g.field_path = '' AND g.tag_urn = c.tag_urn)
       ORDER BY p.entity_urn, p.tag_urn FOR UPDATE OF p
    ), gone AS (
      DELETE FROM tagged_entities p USING pairs o
       WHERE (p.tag_urn, p.entity_urn) = (o.tag_urn, o.entity_urn) AND o.columns = 0
    )
    UPDATE tagged_entities p SET on_entity = false FROM pairs o
     WHERE (p.tag_urn, p.entity_urn) = (o.tag_urn, o.entity_urn) AND o.columns > 0;
  END IF;
  PERFORM count_tags(c.tags, c.entities)
     FROM (SELECT array_agg(tag_urn) AS tags, array_agg(resource_urn) AS entities
             FROM changed WHERE field_path <> '') c
    WHERE c.tags IS NOT NULL;
  RETURN NULL;
END $$;

-- AlterTable
-- By hand: a generated column, as above. The entries of a column are found by it, whichever version their paths have.
ALTER TABLE "editable_schema_fields"
  ADD COLUMN "simple_path" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS ("simple_path"("field_path")) STORED;

-- CreateIndex
CREATE INDEX "editable_schema_fields_dataset_urn_simple_path_idx" ON "editable_schema_fields"("dataset_urn", "simple_path");

-- By hand: these are compared with columns in the order of bytes, for which an index in another order is of no use.
-- Reading an aspect of a user read all users, and rotating a token read all tokens.
ALTER TABLE "users" ALTER COLUMN "urn" TYPE TEXT COLLATE "C";

ALTER TABLE "access_tokens"
  ALTER COLUMN "actor_urn" TYPE TEXT COLLATE "C",
  ALTER COLUMN "owner_urn" TYPE TEXT COLLATE "C",
  ALTER COLUMN "rotated_from" TYPE TEXT COLLATE "C",
  ALTER COLUMN "rotated_by" TYPE TEXT COLLATE "C";

ALTER TABLE "policies" ALTER COLUMN "id" TYPE TEXT COLLATE "C";
