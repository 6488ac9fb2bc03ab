-- The words of percent-encoded parts of URNs: where there are such URNs, all documents are made again in the background,
-- and a reindex that was ended begins again.
UPDATE "search_state" SET "filled_to" = '', "done" = 0, "total" = "counted"."entities", "reindexed_to" = NULL
  FROM (SELECT count(*) AS "entities" FROM "entities") AS "counted"
 WHERE EXISTS (SELECT FROM "entities" WHERE "urn" LIKE '%\%%');
