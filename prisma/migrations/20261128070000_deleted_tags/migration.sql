-- CreateTable
CREATE TABLE "deleted_tags" (
    "id" BIGSERIAL NOT NULL,
    "urn" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "color_hex" TEXT,
    "deleted_at" BIGINT NOT NULL,
    "places_to" BIGINT NOT NULL,
    "is_cleared" BOOLEAN NOT NULL,
    "cleared_to" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "deleted_tags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deleted_tag_places" (
    "deletion_id" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "resource_urn" TEXT COLLATE "C" NOT NULL,
    "field_path" TEXT COLLATE "C" NOT NULL,
    "body" JSON,
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "deleted_tag_places_pkey" PRIMARY KEY ("deletion_id", "position")
);

-- AddForeignKey
ALTER TABLE "deleted_tag_places" ADD CONSTRAINT "deleted_tag_places_deletion_id_fkey" FOREIGN KEY ("deletion_id") REFERENCES "deleted_tags"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: every statement that reads places of tags looks here, and there is almost never a row.
CREATE INDEX "deleted_tags_uncleared_idx" ON "deleted_tags" ("urn", "places_to") WHERE NOT "is_cleared";

-- DropForeignKey
-- The places of a tag outlive it for as long as it takes to clear them.
ALTER TABLE "global_tags" DROP CONSTRAINT "global_tags_tag_urn_fkey";

-- By hand: the last position of the places of an entity or its columns that a pair has counted; null for a tag that only
-- an ingested schema has. It need not follow later changes of the places: it only has to be from the time of the same tag.
ALTER TABLE "tagged_entities" ADD COLUMN "attached_at" BIGINT DEFAULT 0;
ALTER TABLE "tagged_entities" ALTER COLUMN "attached_at" DROP DEFAULT;

-- By hand: whoever deletes a tag leaves a row here. Writers of places lock the tag, so that all of them have positions up
-- to the last one of the sequence, and those of a new tag with the same id have later ones.
CREATE FUNCTION "tags_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_tags (urn, name, description, color_hex, deleted_at, places_to, is_cleared)
  SELECT g.urn, g.name, g.description, g.color_hex, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
         (SELECT last_value FROM global_tags_position_seq),
         NOT EXISTS (SELECT FROM global_tags p WHERE p.tag_urn = g.urn)
    FROM gone g ORDER BY g.urn;
  RETURN NULL;
END $$;

CREATE TRIGGER "deleted" AFTER DELETE ON "tags" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "tags_deleted"();

-- By hand: the places of tags that exist. All readers of places read these.
CREATE VIEW "current_global_tags" AS
  SELECT * FROM global_tags g
   WHERE NOT EXISTS (SELECT FROM deleted_tags d
                      WHERE NOT d.is_cleared AND d.urn = g.tag_urn AND d.places_to >= g.position);

-- By hand: the pairs as they are without places of deleted tags: what is left is in ingested schemas. One row a tag, so
-- that the join adds no rows, and a condition that plans do not take for a rare one.
CREATE VIEW "current_tagged_entities" AS
  SELECT p.tag_urn, p.entity_urn, p.type, p.removed,
         p.on_entity AND NOT coalesce(p.attached_at <= d.places_to, false) AS on_entity,
         CASE WHEN p.attached_at <= d.places_to THEN 0 ELSE p.edited_columns END AS edited_columns,
         p.declared_columns,
         CASE WHEN p.attached_at <= d.places_to THEN p.declared_columns ELSE p.columns END AS columns
    FROM tagged_entities p
    LEFT JOIN (SELECT urn, max(places_to) AS places_to FROM deleted_tags WHERE NOT is_cleared GROUP BY urn) d
           ON d.urn = p.tag_urn
   WHERE NOT (coalesce(p.attached_at <= d.places_to, false) AND p.declared_columns = 0);

-- By hand: the counts of a deleted tag whose places are not cleared yet, from the pairs.
CREATE OR REPLACE VIEW "current_counts" AS
  SELECT c.field, c.key, c.value, c.type, c.removed, c.count
    FROM (SELECT field, key, value, type, removed, count FROM counts WHERE (SELECT counted_to IS NULL FROM count_state)
          UNION ALL
          SELECT field, key, value, type, removed, change FROM count_changes WHERE (SELECT counted_to IS NULL FROM count_state)
          UNION ALL
          SELECT field, key, value, type, removed, count FROM entity_counts
           WHERE (SELECT counted_to IS NOT NULL FROM count_state)) c
   WHERE c.field NOT IN ('tags', 'entityTags', 'columns', 'editedColumns', 'declaredColumns')
      OR NOT EXISTS (SELECT FROM deleted_tags d WHERE NOT d.is_cleared AND d.urn = c.key)
  UNION ALL
  SELECT v.field, p.tag_urn, p.tag_urn, p.type, p.removed, v.count
    FROM (SELECT DISTINCT urn FROM deleted_tags WHERE NOT is_cleared) d
    -- Not planned together with the tags, of which there are almost always none: the pairs of each are read by their index.
   CROSS JOIN LATERAL (SELECT * FROM current_tagged_entities t WHERE t.tag_urn = d.urn OFFSET 0) p
   CROSS JOIN LATERAL pair_counts(p.on_entity, p.columns, p.edited_columns, p.declared_columns) v;

-- By hand: of the places that exist, with the last of their positions.
DROP FUNCTION "tag_counts"(TEXT[], TEXT[]);
CREATE FUNCTION "tag_counts"("tags" TEXT[], "entities" TEXT[]) RETURNS TABLE ("tag" TEXT, "entity" TEXT,
    "on_entity" BOOLEAN, "edited" INTEGER, "declared" INTEGER, "columns" INTEGER, "attached_at" BIGINT)
    LANGUAGE sql STABLE AS $$
  WITH pairs AS MATERIALIZED (
    SELECT DISTINCT t COLLATE "C" AS tag, e COLLATE "C" AS entity FROM unnest(tags, entities) AS given(t, e)
     WHERE EXISTS (SELECT FROM entities known WHERE known.urn = e)
  ), found AS (
    SELECT tag, entity, '' AS path, NULL::boolean AS edited, NULL::bigint AS position FROM pairs
    UNION ALL
    SELECT p.tag, p.entity, g.field_path, true, g.position
      FROM pairs p JOIN current_global_tags g ON g.resource_urn = p.entity AND g.tag_urn = p.tag
    UNION ALL
    SELECT p.tag, p.entity, r.field_path, false, NULL
      FROM pairs p JOIN entity_references r ON r.source = p.entity AND r.aspect = 'schemaMetadata'
                                           AND r.relationship = 'SchemaFieldTaggedWith' AND r.target = p.tag
  )
  SELECT tag, entity, bool_or(edited IS TRUE AND path = ''),
         (count(DISTINCT path) FILTER (WHERE edited AND path <> ''))::int,
         (count(DISTINCT path) FILTER (WHERE NOT edited AND path <> ''))::int,
         (count(DISTINCT simple_path(path)) FILTER (WHERE path <> ''))::int,
         max(position)
    FROM found GROUP BY tag, entity
$$;

CREATE OR REPLACE FUNCTION "count_tags"("tags" TEXT[], "entities" TEXT[]) RETURNS void LANGUAGE plpgsql
    SET "enable_hashjoin" = off SET "enable_mergejoin" = off SET "enable_seqscan" = off AS $$
BEGIN
  WITH counted AS MATERIALIZED (SELECT * FROM tag_counts(tags, entities)), gone AS (
    DELETE FROM tagged_entities p USING counted c
     WHERE (p.tag_urn, p.entity_urn) = (c.tag, c.entity) AND NOT c.on_entity AND c.columns = 0
  )
  INSERT INTO tagged_entities AS old
  SELECT c.tag, c.entity, e.type, coalesce(d.removed, (SELECT (s.body ->> 'removed')::boolean FROM aspects s WHERE s.urn = e.urn AND s.name = 'status'), false), c.on_entity, c.edited, c.declared, c.columns, c.attached_at
    FROM counted c JOIN entities e ON e.urn = c.entity LEFT JOIN search_documents d ON d.urn = c.entity
   WHERE c.on_entity OR c.columns > 0
   ORDER BY c.entity, c.tag
  ON CONFLICT (tag_urn, entity_urn) DO UPDATE
     SET on_entity = excluded.on_entity, edited_columns = excluded.edited_columns,
         declared_columns = excluded.declared_columns, columns = excluded.columns, attached_at = excluded.attached_at
   WHERE (old.on_entity, old.edited_columns, old.declared_columns, old.columns)
         <> (excluded.on_entity, excluded.edited_columns, excluded.declared_columns, excluded.columns);
END $$;

-- By hand: the tags of entities themselves need no count. A place that is cleared leaves the pair as it is counted.
CREATE OR REPLACE FUNCTION "global_tags_changed"() RETURNS trigger LANGUAGE plpgsql
    SET "enable_hashjoin" = off SET "enable_mergejoin" = off SET "enable_seqscan" = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tagged_entities
    SELECT c.tag_urn, c.resource_urn, e.type, coalesce(d.removed, (SELECT (s.body ->> 'removed')::boolean FROM aspects s WHERE s.urn = e.urn AND s.name = 'status'), false), true, 0, 0, 0, c.position
      FROM (SELECT tag_urn, resource_urn, max(position) AS position FROM changed WHERE field_path = '' GROUP BY 1, 2) c
      JOIN entities e ON e.urn = c.resource_urn
      LEFT JOIN search_documents d ON d.urn = c.resource_urn
     ORDER BY c.resource_urn, c.tag_urn
    ON CONFLICT (tag_urn, entity_urn) DO UPDATE SET on_entity = true, attached_at = excluded.attached_at;
  ELSE
    WITH untagged AS MATERIALIZED (
      SELECT DISTINCT tag_urn, resource_urn FROM changed WHERE field_path = ''
    ), pairs AS MATERIALIZED (
      SELECT p.tag_urn, p.entity_urn, p.columns, p.edited_columns
        FROM untagged c JOIN tagged_entities p ON (p.tag_urn, p.entity_urn) = (c.tag_urn, c.resource_urn)
       WHERE NOT EXISTS (SELECT FROM global_tags g
                          WHERE g.resource_urn = c.resource_urn AND g.field_path = '' AND g.tag_urn = c.tag_urn)
       ORDER BY p.entity_urn, p.tag_urn FOR UPDATE OF p
    ), gone AS (
      DELETE FROM tagged_entities p USING pairs o
       WHERE (p.tag_urn, p.entity_urn) = (o.tag_urn, o.entity_urn) AND o.columns = 0
    )
    UPDATE tagged_entities p SET on_entity = false, attached_at = CASE WHEN o.edited_columns > 0 THEN p.attached_at END
      FROM pairs o
     WHERE (p.tag_urn, p.entity_urn) = (o.tag_urn, o.entity_urn) AND o.columns > 0;
  END IF;
  PERFORM count_tags(c.tags, c.entities)
     FROM (SELECT array_agg(tag_urn) AS tags, array_agg(resource_urn) AS entities
             FROM changed WHERE field_path <> '') c
    WHERE c.tags IS NOT NULL;
  RETURN NULL;
END $$;

-- By hand: without a lock on the tags. The deletion of a tag leaves what ingested schemas declare.
CREATE OR REPLACE FUNCTION "references_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed_tags text[]; changed_entities text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(target), array_agg(source) INTO changed_tags, changed_entities
      FROM after WHERE relationship = 'SchemaFieldTaggedWith';
  ELSIF TG_OP = 'DELETE' THEN
    -- The pairs of a deleted entity are gone or go with it.
    SELECT array_agg(b.target), array_agg(b.source) INTO changed_tags, changed_entities
      FROM before b WHERE b.relationship = 'SchemaFieldTaggedWith'
       AND EXISTS (SELECT FROM entities e WHERE e.urn = b.source);
  ELSE
    -- A place that has only moved within its schema is in both.
    SELECT array_agg(target), array_agg(source) INTO changed_tags, changed_entities
      FROM (SELECT target, source, field_path FROM (SELECT true AS added, * FROM after UNION ALL SELECT false, * FROM before) r
             WHERE relationship = 'SchemaFieldTaggedWith'
             GROUP BY target, source, field_path HAVING bool_and(added) OR NOT bool_or(added)) changed;
  END IF;
  IF changed_tags IS NOT NULL THEN PERFORM count_tags(changed_tags, changed_entities); END IF;
  RETURN NULL;
END $$;
