-- Whether all names of aspects and entity types are DataHub's. The first start reads them.
CREATE TABLE "aspect_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "names_checked" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "aspect_state_pkey" PRIMARY KEY ("id")
);

INSERT INTO "aspect_state" ("names_checked") VALUES (false);
