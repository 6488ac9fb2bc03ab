-- AlterEnum
ALTER TYPE "AccessTokenType" ADD VALUE 'SERVICE_ACCOUNT';

-- AlterEnum
ALTER TYPE "PolicyState" ADD VALUE 'DRAFT';

-- AlterTable
ALTER TABLE "aspects" ADD COLUMN     "inert" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "policies" ADD COLUMN     "all_groups" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "all_resources" BOOLEAN,
ADD COLUMN     "constraints" JSON,
ADD COLUMN     "editable" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "filter" JSON,
ADD COLUMN     "groups" TEXT[];

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "display_name" TEXT,
ADD COLUMN     "email" TEXT,
ADD COLUMN     "full_name" TEXT,
ADD COLUMN     "title" TEXT;

-- CreateTable
-- By hand: the collation of all URNs.
CREATE TABLE "groups" (
    "urn" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("urn")
);

-- CreateTable
CREATE TABLE "group_members" (
    "user_urn" TEXT COLLATE "C" NOT NULL,
    "group_urn" TEXT COLLATE "C" NOT NULL,
    "native" BOOLEAN NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("user_urn","group_urn","native")
);

-- CreateIndex
CREATE INDEX "group_members_group_urn_user_urn_idx" ON "group_members"("group_urn", "user_urn");

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_urn_fkey" FOREIGN KEY ("user_urn") REFERENCES "users"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_urn_fkey" FOREIGN KEY ("group_urn") REFERENCES "groups"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: these aspects had no effect when they were written, and get none by an upgrade. They come back as they are until
-- somebody with the right privilege writes them again.
UPDATE "aspects" SET "inert" = true
 WHERE ("urn" LIKE 'urn:li:corpuser:%' AND "name" IN ('corpUserInfo', 'corpUserStatus', 'groupMembership',
                                                           'nativeGroupMembership'))
    OR ("urn" LIKE 'urn:li:corpGroup:%' AND "name" = 'corpGroupInfo')
    OR ("urn" LIKE 'urn:li:dataHubPolicy:%' AND "name" = 'dataHubPolicyInfo');

-- By hand: policies that were made before have their entity and their aspect from now on. The names of SQL may have
-- characters that no URN has.
UPDATE "policies" SET "id" = replace(replace(replace("id", '(', '%28'), ')', '%29'), ',', '%2C')
 WHERE "id" ~ '[(),]';
INSERT INTO "entities" ("urn", "type", "created_at", "created_by")
SELECT 'urn:li:dataHubPolicy:' || "id", 'dataHubPolicy', (extract(epoch FROM now()) * 1000)::bigint,
       'urn:li:corpuser:__datahub_system'
  FROM "policies" ORDER BY "id" COLLATE "C"
    ON CONFLICT DO NOTHING;
INSERT INTO "aspects" ("urn", "name", "created_at", "created_by", "updated_at", "updated_by")
SELECT e."urn", 'dataHubPolicyInfo', e."created_at", e."created_by", e."created_at", e."created_by"
  FROM "policies" p JOIN "entities" e ON e."urn" = 'urn:li:dataHubPolicy:' || p."id"
    ON CONFLICT ("urn", "name") DO UPDATE SET "body" = '{}', "inert" = false;

-- By hand: the first administrator has every privilege, also those that are newer than the administrator.
UPDATE "policies"
   SET "privileges" = "privileges" || ARRAY(
         SELECT p FROM unnest(ARRAY['MANAGE_SERVICE_ACCOUNTS', 'GET_AUDIT_EVENTS']) p WHERE p <> ALL("privileges"))
 WHERE "id" = 'bootstrap-platform';
UPDATE "policies"
   SET "privileges" = "privileges" || ARRAY(
         SELECT p FROM unnest(ARRAY['DELETE_ENTITY', 'EDIT_ENTITY_STATUS', 'EDIT_ENTITY_DOCS',
                                    'EDIT_DATASET_COL_DESCRIPTION']) p WHERE p <> ALL("privileges"))
 WHERE "id" = 'bootstrap-metadata';
