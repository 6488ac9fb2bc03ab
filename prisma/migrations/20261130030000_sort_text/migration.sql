-- By hand: the text that a text is sorted by, in the same way in every database: without case, and with a letter beside
-- the one that it has a mark on (é beside e). The order of names does not depend on the collations of the server.
CREATE FUNCTION "sort_text"("value" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length("value") = char_length("value") THEN folded("value")
              ELSE regexp_replace(normalize(folded("value"), NFD), '[\u0300-\u036F]', '', 'g') END;

-- Everything of a type is sorted by these (src/search/order.ts), those without a value last.
DROP INDEX "search_documents_entity_name_idx";
DROP INDEX "search_documents_name_idx";
CREATE INDEX "search_documents_entity_name_idx" ON "search_documents" ("type", "removed",
  ((sort_text(left(coalesce("fields" -> 'name' ->> 0, "fields" -> 'editedName' ->> 0, "fields" -> 'id' ->> 0), 256))) COLLATE "C"),
  "urn");
CREATE INDEX "search_documents_name_idx" ON "search_documents" ("type", "removed",
  ((sort_text(left("fields" -> 'name' ->> 0, 256))) COLLATE "C"), "urn");
