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

-- By hand: the counts of pairs of a tag and an entity. The edited and the declared path of a column can differ in the
-- brackets of version 2.
CREATE FUNCTION "tag_counts"("tags" TEXT[], "entities" TEXT[]) RETURNS TABLE ("tag" TEXT, "entity" TEXT,
    "on_entity" BOOLEAN, "edited" INTEGER, "declared" INTEGER, "columns" INTEGER) LANGUAGE sql STABLE AS $$
  WITH pairs AS (
    SELECT DISTINCT t COLLATE "C" AS tag, e COLLATE "C" AS entity FROM unnest(tags, entities) AS given(t, e)
  ), found AS (
    SELECT p.tag, p.entity, g.field_path AS path, true AS edited
      FROM pairs p JOIN global_tags g ON g.resource_urn = p.entity AND g.tag_urn = p.tag
    UNION ALL
    SELECT p.tag, p.entity, r.field_path, false
      FROM pairs p JOIN entity_references r ON r.source = p.entity AND r.aspect = 'schemaMetadata'
                                           AND r.relationship = 'SchemaFieldTaggedWith' AND r.target = p.tag
  )
  SELECT p.tag, p.entity, coalesce(bool_or(f.path = ''), false),
         (count(*) FILTER (WHERE f.edited AND f.path <> ''))::int,
         (count(DISTINCT f.path) FILTER (WHERE NOT f.edited AND f.path <> ''))::int,
         (count(DISTINCT coalesce((SELECT s.simple_path FROM schema_fields s
                                    WHERE s.dataset_urn = p.entity AND s.field_path = f.path LIMIT 1), f.path))
            FILTER (WHERE f.path <> ''))::int
    FROM pairs p LEFT JOIN found f ON f.tag = p.tag AND f.entity = p.entity
   GROUP BY p.tag, p.entity
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
-- an entity hold its lock. The deletion of a tag does not: the lock on the tag makes both wait for each other, and each
-- statement of a function sees what was committed before it.
CREATE FUNCTION "count_tagged"("tags" TEXT[], "entities" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF tags IS NULL THEN RETURN; END IF;
  PERFORM FROM tags t WHERE t.urn = ANY(count_tagged.tags) ORDER BY t.urn FOR KEY SHARE;
  INSERT INTO tagged_entities AS old
  SELECT c.tag, c.entity, e.type, coalesce(d.removed, false), c.on_entity, c.edited, c.declared, c.columns
    FROM tag_counts(tags, entities) c JOIN entities e ON e.urn = c.entity
    LEFT JOIN search_documents d ON d.urn = c.entity
   WHERE c.on_entity OR c.columns > 0
   ORDER BY c.tag, c.entity
  ON CONFLICT (tag_urn, entity_urn) DO UPDATE
     SET on_entity = excluded.on_entity, edited_columns = excluded.edited_columns,
         declared_columns = excluded.declared_columns, columns = excluded.columns
   WHERE (old.on_entity, old.edited_columns, old.declared_columns, old.columns)
         <> (excluded.on_entity, excluded.edited_columns, excluded.declared_columns, excluded.columns);
END $$;

CREATE FUNCTION "count_untagged"("tags" TEXT[], "entities" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF tags IS NULL THEN RETURN; END IF;
  WITH counted AS MATERIALIZED (SELECT * FROM tag_counts(tags, entities)), gone AS (
    DELETE FROM tagged_entities p USING counted c
     WHERE (p.tag_urn, p.entity_urn) = (c.tag, c.entity) AND NOT c.on_entity AND c.columns = 0
  )
  UPDATE tagged_entities p
     SET on_entity = c.on_entity, edited_columns = c.edited, declared_columns = c.declared, columns = c.columns
    FROM counted c
   WHERE (p.tag_urn, p.entity_urn) = (c.tag, c.entity) AND (c.on_entity OR c.columns > 0);
END $$;

CREATE FUNCTION "global_tags_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM count_tagged(array_agg(tag_urn), array_agg(resource_urn)) FROM changed;
  ELSE
    PERFORM count_untagged(array_agg(tag_urn), array_agg(resource_urn)) FROM changed;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "tagged" AFTER INSERT ON "global_tags" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "global_tags_changed"();
CREATE TRIGGER "untagged" AFTER DELETE ON "global_tags" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "global_tags_changed"();

CREATE FUNCTION "references_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM count_untagged(array_agg(target), array_agg(source)) FROM before WHERE relationship = 'SchemaFieldTaggedWith';
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM count_tagged(array_agg(target), array_agg(source)) FROM after WHERE relationship = 'SchemaFieldTaggedWith';
  END IF;
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
