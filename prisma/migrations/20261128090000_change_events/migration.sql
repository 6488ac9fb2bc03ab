-- CreateTable
-- By hand: the collation of all URNs, the partitions, which are months, and one for times without a month.
CREATE TABLE "change_events" (
    "id" BIGSERIAL NOT NULL,
    "time" BIGINT NOT NULL,
    "entity_urn" TEXT COLLATE "C" NOT NULL,
    "field_path" TEXT COLLATE "C" NOT NULL,
    "aspect" TEXT,
    "category" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "modifier" TEXT COLLATE "C",
    "before" TEXT,
    "after" TEXT,
    "is_cut" BOOLEAN NOT NULL DEFAULT false,
    "detail" JSON,
    "actor_urn" TEXT COLLATE "C" NOT NULL,
    "run_id" TEXT,

    CONSTRAINT "change_events_pkey" PRIMARY KEY ("time","id")
) PARTITION BY RANGE ("time");

-- CreateIndex
CREATE INDEX "change_events_entity_urn_time_id_idx" ON "change_events"("entity_urn", "time", "id");

-- CreateIndex
CREATE INDEX "change_events_actor_urn_time_id_idx" ON "change_events"("actor_urn", "time", "id");

-- By hand: a change is never refused because its month is missing.
CREATE TABLE "change_events_other" PARTITION OF "change_events" DEFAULT;
