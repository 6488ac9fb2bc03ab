-- The fields of platform resources: where there are such entities, the documents from theirs on are made again in the
-- background, and a reindex that was ended begins again. An unfinished fill that has not reached them continues.
UPDATE "search_state" SET "filled_to" = 'urn:li:platformResource:', "done" = 0, "total" = "counted"."entities",
       "reindexed_to" = NULL
  FROM (SELECT count(*) AS "entities" FROM "entities" WHERE "urn" > 'urn:li:platformResource:') AS "counted"
 WHERE ("filled_to" IS NULL OR "filled_to" > 'urn:li:platformResource:')
   AND EXISTS (SELECT FROM "entities" WHERE "urn" > 'urn:li:platformResource:' AND "urn" < 'urn:li:platformResource;');
