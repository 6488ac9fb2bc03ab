-- CreateTable
-- By hand: the collations, and the generated columns, which Prisma's schema cannot describe. An index entry has no room
-- for a value of any length, so a long one is found by its hash.
CREATE FUNCTION "count_key"("value" TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF octet_length(value) <= 512 THEN RETURN value; END IF;
  -- Longer than the value of any other key.
  RETURN rpad(encode(sha256(convert_to(value, 'UTF8')), 'hex'), 513);
END $$;

CREATE TABLE "counts" (
    "field" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "removed" BOOLEAN NOT NULL,
    "count" BIGINT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS ("count_key"("value")) STORED,

    CONSTRAINT "counts_pkey" PRIMARY KEY ("field", "key", "type", "removed")
);

-- CreateTable
CREATE TABLE "count_changes" (
    "id" BIGSERIAL NOT NULL,
    "field" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "removed" BOOLEAN NOT NULL,
    "change" BIGINT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS ("count_key"("value")) STORED,

    CONSTRAINT "count_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "count_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "counted_to" TEXT COLLATE "C",

    CONSTRAINT "count_state_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "count_changes_field_key_idx" ON "count_changes"("field", "key");

-- By hand: counts that became zero, which a sum deletes.
CREATE INDEX "counts_zero_idx" ON "counts"("field") WHERE "count" = 0;

-- By hand: what is there is counted after the migration, in parts.
INSERT INTO "count_state" ("counted_to")
SELECT CASE WHEN EXISTS (SELECT FROM "search_documents") OR EXISTS (SELECT FROM "tagged_entities") THEN '' END;

-- By hand: sums leave rows behind that vacuum should not let grow, and every read passes over them.
ALTER TABLE "count_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

-- By hand: the URN up to which entities are counted; null while all are. A part of the fill counts entities that no
-- transaction is changing, so whoever changes what is counted holds this lock until its end: with others, never alone.
-- Read after the lock, in a statement of its own, so that it is what the last part has written; by its key, because some
-- callers switch other scans off.
CREATE FUNCTION "counted_to"() RETURNS TEXT LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('catalog.counts'));
  RETURN (SELECT s.counted_to FROM count_state s WHERE s.id = 1);
END $$;

-- By hand: what a document counts for, apart from tags, which are rows beside it. The fields are
-- constants, so that nothing is read of documents for the count of another field.
CREATE FUNCTION "document_counts"("fields" JSONB) RETURNS TABLE ("field" TEXT, "value" TEXT)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '', ''
  UNION ALL
  SELECT 'platform', fields -> 'platform' ->> 0 WHERE fields -> 'platform' ->> 0 IS NOT NULL
  UNION ALL
  SELECT 'origin', o.value
    FROM (SELECT jsonb_array_elements_text(fields -> 'origin') UNION SELECT jsonb_array_elements_text(fields -> 'env')) AS o(value)
  UNION ALL
  SELECT 'container', jsonb_array_elements_text(fields -> 'container')
  UNION ALL
  SELECT 'deprecated', jsonb_array_elements_text(fields -> 'deprecated')
  UNION ALL
  SELECT 'domains', jsonb_array_elements_text(fields -> 'domains')
  UNION ALL
  SELECT 'owners', jsonb_array_elements_text(fields -> 'owners')
  UNION ALL
  SELECT 'platformInstance', jsonb_array_elements_text(fields -> 'platformInstance')
  UNION ALL
  SELECT 'typeNames', jsonb_array_elements_text(fields -> 'typeNames')
$$;

-- By hand: what a pair of a tag and an entity counts for.
CREATE FUNCTION "pair_counts"("on_entity" BOOLEAN, "columns" INTEGER, "edited" INTEGER, "declared" INTEGER)
    RETURNS TABLE ("field" TEXT, "count" INTEGER) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  VALUES ('tags', 1), ('entityTags', on_entity::int), ('columns', columns), ('editedColumns', edited),
         ('declaredColumns', declared)
$$;

-- By hand: what each entity counts for. A tag is a URN, which is short enough to be its own key.
CREATE VIEW "entity_counts" AS
  SELECT d.urn, v.field, count_key(v.value) AS key, v.value, d.type, d.removed, 1 AS count
    FROM search_documents d CROSS JOIN LATERAL document_counts(d.fields) v
  UNION ALL
  SELECT p.entity_urn, v.field, p.tag_urn, p.tag_urn, p.type, p.removed, v.count
    FROM tagged_entities p
   CROSS JOIN LATERAL pair_counts(p.on_entity, p.columns, p.edited_columns, p.declared_columns) v;

-- By hand: rows whose sums are the counts at this moment. While not all entities are counted, those of each entity.
CREATE VIEW "current_counts" AS
  SELECT field, key, value, type, removed, count FROM counts WHERE (SELECT counted_to IS NULL FROM count_state)
  UNION ALL
  SELECT field, key, value, type, removed, change FROM count_changes WHERE (SELECT counted_to IS NULL FROM count_state)
  UNION ALL
  SELECT field, key, value, type, removed, count FROM entity_counts
   WHERE (SELECT counted_to IS NOT NULL FROM count_state);

-- By hand: the counts of documents, by every change of them.
CREATE FUNCTION "documents_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM after) THEN RETURN NULL; END IF;
    last := counted_to();
    INSERT INTO count_changes (field, value, type, removed, change)
    SELECT v.field, v.value, d.type, d.removed, count(*)
      FROM after d CROSS JOIN LATERAL document_counts(d.fields) v
     WHERE last IS NULL OR d.urn <= last GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM before) THEN RETURN NULL; END IF;
    last := counted_to();
    INSERT INTO count_changes (field, value, type, removed, change)
    SELECT v.field, v.value, d.type, d.removed, -count(*)
      FROM before d CROSS JOIN LATERAL document_counts(d.fields) v
     WHERE last IS NULL OR d.urn <= last GROUP BY 1, 2, 3, 4;
  ELSE
    IF NOT EXISTS (SELECT FROM after) THEN RETURN NULL; END IF;
    last := counted_to();
    INSERT INTO count_changes (field, value, type, removed, change)
    SELECT v.field, v.value, d.type, d.removed, sum(d.sign)
      FROM (SELECT 1 AS sign, urn, type, removed, fields FROM after
            UNION ALL SELECT -1, urn, type, removed, fields FROM before) d
     CROSS JOIN LATERAL document_counts(d.fields) v
     WHERE last IS NULL OR d.urn <= last GROUP BY 1, 2, 3, 4 HAVING sum(d.sign) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "counted_on_insert" AFTER INSERT ON "search_documents" REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "documents_counted"();
CREATE TRIGGER "counted_on_update" AFTER UPDATE ON "search_documents" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "documents_counted"();
CREATE TRIGGER "counted_on_delete" AFTER DELETE ON "search_documents" REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION "documents_counted"();

-- By hand: the counts of pairs of a tag and an entity.
CREATE FUNCTION "pairs_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM after) THEN RETURN NULL; END IF;
    last := counted_to();
    INSERT INTO count_changes (field, value, type, removed, change)
    SELECT v.field, p.tag_urn, p.type, p.removed, sum(v.count)
      FROM after p CROSS JOIN LATERAL pair_counts(p.on_entity, p.columns, p.edited_columns, p.declared_columns) v
     WHERE last IS NULL OR p.entity_urn <= last GROUP BY 1, 2, 3, 4 HAVING sum(v.count) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM before) THEN RETURN NULL; END IF;
    last := counted_to();
    INSERT INTO count_changes (field, value, type, removed, change)
    SELECT v.field, p.tag_urn, p.type, p.removed, -sum(v.count)
      FROM before p CROSS JOIN LATERAL pair_counts(p.on_entity, p.columns, p.edited_columns, p.declared_columns) v
     WHERE last IS NULL OR p.entity_urn <= last GROUP BY 1, 2, 3, 4 HAVING sum(v.count) <> 0;
  ELSE
    IF NOT EXISTS (SELECT FROM after) THEN RETURN NULL; END IF;
    last := counted_to();
    INSERT INTO count_changes (field, value, type, removed, change)
    SELECT c.field, c.tag_urn, c.type, c.removed, sum(c.change)
      FROM (SELECT v.field, p.tag_urn, p.entity_urn, p.type, p.removed, v.count AS change
              FROM after p CROSS JOIN LATERAL pair_counts(p.on_entity, p.columns, p.edited_columns, p.declared_columns) v
            UNION ALL
            SELECT v.field, p.tag_urn, p.entity_urn, p.type, p.removed, -v.count
              FROM before p CROSS JOIN LATERAL pair_counts(p.on_entity, p.columns, p.edited_columns, p.declared_columns) v) c
     WHERE last IS NULL OR c.entity_urn <= last GROUP BY 1, 2, 3, 4 HAVING sum(c.change) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "counted_on_insert" AFTER INSERT ON "tagged_entities" REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "pairs_counted"();
CREATE TRIGGER "counted_on_update" AFTER UPDATE ON "tagged_entities" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "pairs_counted"();
CREATE TRIGGER "counted_on_delete" AFTER DELETE ON "tagged_entities" REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION "pairs_counted"();

-- By hand: everything of a type is sorted by these (src/search/order.ts), those without a value last.
CREATE INDEX "search_documents_changed_idx" ON "search_documents" ("type", "removed",
  (CASE WHEN ("fields" -> 'lastModifiedAt' ->> 0) ~ '^-?[0-9]{1,18}$' THEN ("fields" -> 'lastModifiedAt' ->> 0)::bigint END) DESC,
  "urn");
CREATE INDEX "search_documents_entity_name_idx" ON "search_documents" ("type", "removed",
  (lower(left(coalesce("fields" -> 'name' ->> 0, "fields" -> 'editedName' ->> 0, "fields" -> 'id' ->> 0), 256) COLLATE "C")),
  "urn");
CREATE INDEX "search_documents_name_idx" ON "search_documents" ("type", "removed",
  (lower(left("fields" -> 'name' ->> 0, 256) COLLATE "C")), "urn");

-- By hand: which values go together, so that plans expect about as many rows as there are.
CREATE STATISTICS "tagged_entities_values" (dependencies, mcv) ON "tag_urn", "type", "removed" FROM "tagged_entities";
CREATE STATISTICS "search_documents_values" (dependencies, mcv) ON "type", "removed", "platform" FROM "search_documents";

-- By hand: a fifth of a large table is too much to wait for.
ALTER TABLE "tagged_entities" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "search_documents" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
