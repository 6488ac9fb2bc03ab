-- CreateEnum
CREATE TYPE "UserState" AS ENUM ('ACTIVE', 'SUSPENDED', 'REMOVED');

-- CreateEnum
CREATE TYPE "AccessTokenType" AS ENUM ('PERSONAL');

-- CreateEnum
CREATE TYPE "PolicyType" AS ENUM ('PLATFORM', 'METADATA');

-- CreateEnum
CREATE TYPE "PolicyState" AS ENUM ('ACTIVE', 'INACTIVE');

-- CreateTable
CREATE TABLE "users" (
    "urn" TEXT NOT NULL,
    "state" "UserState" NOT NULL DEFAULT 'ACTIVE',
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("urn")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "type" "AccessTokenType" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "actor_urn" TEXT NOT NULL,
    "owner_urn" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "last_used_at" BIGINT,
    "revoked_at" BIGINT,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "policies" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "type" "PolicyType" NOT NULL,
    "state" "PolicyState" NOT NULL DEFAULT 'ACTIVE',
    "privileges" TEXT[],
    "all_users" BOOLEAN NOT NULL DEFAULT false,
    "users" TEXT[],
    "resource_type" TEXT,
    "resources" TEXT[],

    CONSTRAINT "policies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "policy_version" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "policy_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entities" (
    "urn" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "entities_pkey" PRIMARY KEY ("urn")
);

-- CreateTable
CREATE TABLE "aspects" (
    "urn" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" JSON NOT NULL DEFAULT '{}',
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "updated_by" TEXT NOT NULL,
    "system_metadata" JSON,

    CONSTRAINT "aspects_pkey" PRIMARY KEY ("urn","name")
);

-- CreateTable
CREATE TABLE "tags" (
    "urn" TEXT NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "color_hex" TEXT,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("urn")
);

-- CreateTable
CREATE TABLE "global_tags" (
    "resource_urn" TEXT NOT NULL,
    "field_path" TEXT NOT NULL DEFAULT '',
    "tag_urn" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "body" JSON,
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "global_tags_pkey" PRIMARY KEY ("resource_urn","field_path","tag_urn")
);

-- CreateTable
CREATE TABLE "schema_fields" (
    "dataset_urn" TEXT NOT NULL,
    "field_path" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "simple_path" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "native_data_type" TEXT NOT NULL,
    "nullable" BOOLEAN NOT NULL,
    "description" TEXT,
    "body" JSON NOT NULL,

    CONSTRAINT "schema_fields_pkey" PRIMARY KEY ("dataset_urn","position")
);

-- CreateTable
CREATE TABLE "editable_schema_fields" (
    "dataset_urn" TEXT NOT NULL,
    "field_path" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "description" TEXT,
    "has_tags" BOOLEAN NOT NULL DEFAULT false,
    "body" JSON,

    CONSTRAINT "editable_schema_fields_pkey" PRIMARY KEY ("dataset_urn","field_path")
);

-- CreateTable
CREATE TABLE "timeseries_events" (
    "index_name" TEXT NOT NULL,
    "urn" TEXT NOT NULL,
    "timestamp_millis" BIGINT NOT NULL,
    "event_granularity" TEXT NOT NULL DEFAULT '',
    "partition" TEXT NOT NULL DEFAULT '',
    "message_id" TEXT NOT NULL DEFAULT '',
    "event" JSON NOT NULL,
    "system_metadata" JSON,

    CONSTRAINT "timeseries_events_pkey" PRIMARY KEY ("urn","timestamp_millis","event_granularity","partition","message_id","index_name")
) PARTITION BY LIST ("index_name");

-- CreateIndex
CREATE INDEX "access_tokens_actor_urn_created_at_id_idx" ON "access_tokens"("actor_urn", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "access_tokens_owner_urn_created_at_id_idx" ON "access_tokens"("owner_urn", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "access_tokens_created_at_id_idx" ON "access_tokens"("created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "global_tags_tag_urn_idx" ON "global_tags"("tag_urn");

-- CreateIndex
CREATE INDEX "schema_fields_dataset_urn_field_path_idx" ON "schema_fields"("dataset_urn", "field_path");

-- CreateIndex
CREATE INDEX "schema_fields_dataset_urn_simple_path_idx" ON "schema_fields"("dataset_urn", "simple_path");

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_actor_urn_fkey" FOREIGN KEY ("actor_urn") REFERENCES "users"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_owner_urn_fkey" FOREIGN KEY ("owner_urn") REFERENCES "users"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "aspects" ADD CONSTRAINT "aspects_urn_fkey" FOREIGN KEY ("urn") REFERENCES "entities"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_urn_fkey" FOREIGN KEY ("urn") REFERENCES "entities"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "global_tags" ADD CONSTRAINT "global_tags_resource_urn_fkey" FOREIGN KEY ("resource_urn") REFERENCES "entities"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "global_tags" ADD CONSTRAINT "global_tags_tag_urn_fkey" FOREIGN KEY ("tag_urn") REFERENCES "tags"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schema_fields" ADD CONSTRAINT "schema_fields_dataset_urn_fkey" FOREIGN KEY ("dataset_urn") REFERENCES "entities"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "editable_schema_fields" ADD CONSTRAINT "editable_schema_fields_dataset_urn_fkey" FOREIGN KEY ("dataset_urn") REFERENCES "entities"("urn") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: `PARTITION BY` above, because Prisma's language has no partitions.

-- By hand: the one row that every reader of policies compares its compiled copy with.
ALTER TABLE "policy_version" ADD CONSTRAINT "policy_version_one_row" CHECK ("id" = 1);
INSERT INTO "policy_version" ("id", "version") VALUES (1, 0);

-- By hand: a trigger, because a change made beside this service must count as well. It fires BEFORE, so that
-- writers queue on the version before they lock a policy and can't deadlock. The schema is named, because
-- whoever writes may have another search_path.
CREATE FUNCTION "raise_policy_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised integer;
BEGIN
  EXECUTE format('UPDATE %I.policy_version SET version = version + 1 WHERE id = 1', TG_TABLE_SCHEMA);
  GET DIAGNOSTICS raised = ROW_COUNT;
  IF raised <> 1 THEN
    RAISE EXCEPTION 'policy_version has lost its row';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "policies_raise_version" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "policies"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_policy_version"();
