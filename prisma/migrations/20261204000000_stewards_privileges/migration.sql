-- By hand: policies could name these privileges before, without an effect, so that the upgrade must not grant them.
-- EDIT_ENTITY_DOMAINS and EDIT_ENTITY_DEPRECATION are read as EDIT_DOMAINS_PRIVILEGE and EDIT_DEPRECATION_PRIVILEGE.
WITH "taken" AS (
  SELECT ARRAY[
    'EDIT_ENTITY_OWNERS', 'EDIT_DOMAINS_PRIVILEGE', 'EDIT_ENTITY_DOMAINS', 'EDIT_ENTITY_GLOSSARY_TERMS',
    'EDIT_DATASET_COL_GLOSSARY_TERMS', 'EDIT_ENTITY_DOC_LINKS', 'EDIT_DEPRECATION_PRIVILEGE',
    'EDIT_ENTITY_DEPRECATION', 'MANAGE_DOMAINS', 'CREATE_DOMAINS', 'MANAGE_GLOSSARIES'
  ] AS "names"
)
UPDATE "policies" p
   SET "privileges" = ARRAY(
         SELECT one."name" FROM unnest(p."privileges") WITH ORDINALITY AS one("name", "place")
          WHERE one."name" <> ALL (t."names") ORDER BY one."place"
       )
  FROM "taken" t
 WHERE p."privileges" && t."names";
