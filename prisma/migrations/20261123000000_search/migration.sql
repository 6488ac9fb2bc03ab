-- By hand: no entity, tag or schema changes between the reading of the tags and the end of the migration.
LOCK TABLE "entities", "aspects", "global_tags", "entity_references" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
-- By hand: the collations, and the generated columns, which Prisma's schema cannot describe. Catalog code writes the
-- words of one source (the URN, the properties, what people edited, the columns …) without reading those of the others.
CREATE TABLE "search_documents" (
    "urn" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "fields" JSONB NOT NULL,
    "key_names" TEXT COLLATE "C" NOT NULL,
    "property_names" TEXT COLLATE "C",
    "edited_names" TEXT COLLATE "C",
    "key_words" TSVECTOR NOT NULL,
    "property_words" TSVECTOR,
    "edited_words" TSVECTOR,
    "column_words" TSVECTOR,
    "edited_column_words" TSVECTOR,
    "names" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS ("key_names" || coalesce(E'\n' || nullif("property_names", ''), '')
      || coalesce(E'\n' || nullif("edited_names", ''), '')) STORED,
    "words" TSVECTOR NOT NULL GENERATED ALWAYS AS ("key_words" || coalesce("property_words", '') || coalesce("edited_words", '')
      || coalesce("column_words", '') || coalesce("edited_column_words", '')) STORED,
    "removed" BOOLEAN NOT NULL GENERATED ALWAYS AS ("fields" @> '{"removed":["true"]}') STORED,
    "platform" TEXT COLLATE "C" GENERATED ALWAYS AS ("fields" -> 'platform' ->> 0) STORED,
    "origin" TEXT COLLATE "C" GENERATED ALWAYS AS ("fields" -> 'origin' ->> 0) STORED,

    CONSTRAINT "search_documents_pkey" PRIMARY KEY ("urn")
);

-- CreateTable
CREATE TABLE "tagged_entities" (
    "tag_urn" TEXT COLLATE "C" NOT NULL,
    "entity_urn" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "removed" BOOLEAN NOT NULL,
    "on_entity" BOOLEAN NOT NULL,
    "edited_columns" INTEGER NOT NULL,
    "declared_columns" INTEGER NOT NULL,
    "columns" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "search_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "filled_to" TEXT COLLATE "C",
    "done" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "search_state_pkey" PRIMARY KEY ("id")
);

-- By hand: only catalog code splits names into words, so a store that has entities is filled after the migration.
INSERT INTO "search_state" ("filled_to", "total")
SELECT CASE WHEN count(*) = 0 THEN NULL ELSE '' END, count(*) FROM "entities";

-- By hand: places of a tag are read in this order, and pairs are counted by it. Without it, 5,000 tags of the columns of
-- one dataset take seconds.
CREATE INDEX "global_tags_tag_urn_resource_urn_field_path_idx" ON "global_tags"("tag_urn", "resource_urn", "field_path");
DROP INDEX "global_tags_tag_urn_idx";

-- By hand: the path without the brackets of version 2, as src/metadata/field-path.ts has it. A path without a simple one
-- stays as it is. No schema is read, so a schema that comes, changes or goes without tags changes no count.
CREATE FUNCTION "simple_path"("path" TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE part text; depth int := 0; segment text := ''; names text := '';
BEGIN
  IF NOT starts_with(path, '[version=2.0]') THEN RETURN path; END IF;
  FOR part IN SELECT m[1] FROM regexp_matches(path || '.', '[].[]|[^].[]+', 'g') AS m LOOP
    IF part = '.' AND depth = 0 THEN
      IF NOT starts_with(segment, '[') THEN names := names || '.' || segment; END IF;
      segment := '';
    ELSE
      segment := segment || part;
      IF part = '[' AND starts_with(segment, '[') THEN depth := depth + 1; END IF;
      IF part = ']' AND starts_with(segment, '[') THEN depth := depth - 1; END IF;
    END IF;
  END LOOP;
  -- A bracket that is not closed, or nothing but brackets.
  IF segment <> '' OR length(names) < 2 THEN RETURN path; END IF;
  RETURN substr(names, 2);
END $$;

-- By hand: the counts of pairs of a tag and an entity that exists.
CREATE FUNCTION "tag_counts"("tags" TEXT[], "entities" TEXT[]) RETURNS TABLE ("tag" TEXT, "entity" TEXT,
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
         (count(*) FILTER (WHERE edited AND path <> ''))::int,
         (count(DISTINCT path) FILTER (WHERE NOT edited AND path <> ''))::int,
         (count(DISTINCT simple_path(path)) FILTER (WHERE path <> ''))::int
    FROM found GROUP BY tag, entity
$$;

INSERT INTO "tagged_entities"
SELECT c."tag", c."entity", e."type", coalesce((s."body" ->> 'removed')::boolean, false),
       c."on_entity", c."edited", c."declared", c."columns"
  FROM (SELECT array_agg("tag_urn") AS "tags", array_agg("resource_urn") AS "entities" FROM (
          SELECT "tag_urn", "resource_urn" FROM "global_tags"
          UNION
          SELECT "target", "source" FROM "entity_references"
           WHERE "aspect" = 'schemaMetadata' AND "relationship" = 'SchemaFieldTaggedWith') "pairs") "all_pairs"
 CROSS JOIN LATERAL "tag_counts"("tags", "entities") c
  JOIN "entities" e ON e."urn" = c."entity"
  LEFT JOIN "aspects" s ON s."urn" = e."urn" AND s."name" = 'status';

-- By hand: after the rows, because that is faster.
ALTER TABLE "tagged_entities" ADD CONSTRAINT "tagged_entities_pkey" PRIMARY KEY ("tag_urn", "entity_urn");

-- CreateIndex
CREATE INDEX "tagged_entities_entity_urn_idx" ON "tagged_entities"("entity_urn");

-- CreateIndex
CREATE INDEX "tagged_entities_tag_urn_type_removed_idx" ON "tagged_entities"("tag_urn", "type", "removed");

-- CreateIndex
CREATE INDEX "search_documents_fields_idx" ON "search_documents" USING GIN ("fields" jsonb_path_ops);

-- CreateIndex
CREATE INDEX "search_documents_words_idx" ON "search_documents" USING GIN ("words");

-- By hand: the words of tags alone, because a word also finds what has a tag with that word.
CREATE INDEX "search_documents_tag_words_idx" ON "search_documents" USING GIN ("words") WHERE "type" = 'tag';

-- By hand: parts of names are found by an index where the extension can be had, else by reading all names.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX search_documents_names_idx ON search_documents USING GIN (names gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'parts of names are searched without an index: %', SQLERRM;
END $$;

-- By hand: a foreign key would check each new row, which takes longer than writing it.
CREATE FUNCTION "entities_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_documents d USING gone WHERE d.urn = gone.urn;
  DELETE FROM tagged_entities p USING gone WHERE p.entity_urn = gone.urn;
  RETURN NULL;
END $$;

CREATE TRIGGER "unsearched" AFTER DELETE ON "entities" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "entities_deleted"();

-- By hand: the pairs follow every change of global_tags and of the tags in ingested schemas, whoever makes it. Writers of
-- an entity hold its lock. The deletion of a tag does not, but it holds the tag, which whoever adds the tag to something
-- locks too, as do writers of a schema that declares or declared it, here: each waits for the other, and each statement
-- of a function sees what was committed before it. A session keeps the plan that a function gets first, perhaps for one
-- row or for all pairs of a tag: look-ups by index are right for both.
CREATE FUNCTION "count_tags"("tags" TEXT[], "entities" TEXT[]) RETURNS void LANGUAGE plpgsql
    SET "enable_hashjoin" = off SET "enable_mergejoin" = off SET "enable_seqscan" = off AS $$
BEGIN
  WITH counted AS MATERIALIZED (SELECT * FROM tag_counts(tags, entities)), gone AS (
    DELETE FROM tagged_entities p USING counted c
     WHERE (p.tag_urn, p.entity_urn) = (c.tag, c.entity) AND NOT c.on_entity AND c.columns = 0
  )
  INSERT INTO tagged_entities AS old
  SELECT c.tag, c.entity, e.type, coalesce(d.removed, (SELECT (s.body ->> 'removed')::boolean FROM aspects s WHERE s.urn = e.urn AND s.name = 'status'), false), c.on_entity, c.edited, c.declared, c.columns
    FROM counted c JOIN entities e ON e.urn = c.entity LEFT JOIN search_documents d ON d.urn = c.entity
   WHERE c.on_entity OR c.columns > 0
   ORDER BY c.entity, c.tag
  ON CONFLICT (tag_urn, entity_urn) DO UPDATE
     SET on_entity = excluded.on_entity, edited_columns = excluded.edited_columns,
         declared_columns = excluded.declared_columns, columns = excluded.columns
   WHERE (old.on_entity, old.edited_columns, old.declared_columns, old.columns)
         <> (excluded.on_entity, excluded.edited_columns, excluded.declared_columns, excluded.columns);
END $$;

-- By hand: the tags of entities themselves need no count. The deletion of a tag meets changes of "removed", which are
-- made in the order of the entities.
CREATE FUNCTION "global_tags_changed"() RETURNS trigger LANGUAGE plpgsql
    SET "enable_hashjoin" = off SET "enable_mergejoin" = off SET "enable_seqscan" = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tagged_entities
    SELECT c.tag_urn, c.resource_urn, e.type, coalesce(d.removed, (SELECT (s.body ->> 'removed')::boolean FROM aspects s WHERE s.urn = e.urn AND s.name = 'status'), false), true, 0, 0, 0
      FROM changed c JOIN entities e ON e.urn = c.resource_urn
      LEFT JOIN search_documents d ON d.urn = c.resource_urn
     WHERE c.field_path = ''
     ORDER BY c.resource_urn, c.tag_urn
    ON CONFLICT (tag_urn, entity_urn) DO UPDATE SET on_entity = true;
  ELSE
    WITH pairs AS MATERIALIZED (
      SELECT p.tag_urn, p.entity_urn, p.columns
        FROM changed c JOIN tagged_entities p ON (p.tag_urn, p.entity_urn) = (c.tag_urn, c.resource_urn)
       WHERE c.field_path = ''
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

CREATE TRIGGER "tagged" AFTER INSERT ON "global_tags" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "global_tags_changed"();
CREATE TRIGGER "untagged" AFTER DELETE ON "global_tags" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "global_tags_changed"();

CREATE FUNCTION "references_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF changed_tags IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM tags WHERE urn = ANY(changed_tags) ORDER BY urn FOR KEY SHARE;
  PERFORM count_tags(changed_tags, changed_entities);
  RETURN NULL;
END $$;

CREATE TRIGGER "tagged" AFTER INSERT ON "entity_references" REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "references_changed"();
CREATE TRIGGER "retagged" AFTER UPDATE ON "entity_references" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "references_changed"();
CREATE TRIGGER "untagged" AFTER DELETE ON "entity_references" REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION "references_changed"();

CREATE FUNCTION "document_removed_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tagged_entities SET removed = NEW.removed WHERE entity_urn = NEW.urn AND removed <> NEW.removed;
  RETURN NULL;
END $$;

CREATE TRIGGER "removed_on_insert" AFTER INSERT ON "search_documents"
  FOR EACH ROW WHEN (NEW."removed") EXECUTE FUNCTION "document_removed_changed"();
CREATE TRIGGER "removed_on_update" AFTER UPDATE ON "search_documents"
  FOR EACH ROW WHEN (OLD."removed" <> NEW."removed") EXECUTE FUNCTION "document_removed_changed"();
