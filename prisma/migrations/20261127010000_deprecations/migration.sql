-- CreateTable
CREATE TABLE "deprecations" (
    "urn" TEXT COLLATE "C" NOT NULL,
    "deprecated" BOOLEAN,
    "note" TEXT,

    CONSTRAINT "deprecations_pkey" PRIMARY KEY ("urn")
);

-- AddForeignKey
ALTER TABLE "deprecations" ADD CONSTRAINT "deprecations_urn_fkey" FOREIGN KEY ("urn") REFERENCES "entities"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: the aspects that exist.
INSERT INTO "deprecations" ("urn", "deprecated", "note")
SELECT "urn",
       CASE WHEN json_typeof("body" -> 'deprecated') = 'boolean' THEN ("body" ->> 'deprecated')::boolean END,
       CASE WHEN json_typeof("body" -> 'note') = 'string' THEN "body" ->> 'note' END
  FROM "aspects" WHERE "name" = 'deprecation' AND NOT "inert";
