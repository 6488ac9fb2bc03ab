-- AlterTable
ALTER TABLE "aspects" ADD COLUMN "derived_at" BIGINT;

-- CreateTable
-- By hand: the collation, as of the other columns that metadata is looked up by.
CREATE TABLE "lineage_edges" (
    "source" TEXT COLLATE "C" NOT NULL,
    "aspect" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "relationship" TEXT COLLATE "C" NOT NULL,
    "upstream" TEXT COLLATE "C" NOT NULL,
    "upstream_column" TEXT COLLATE "C" NOT NULL,
    "upstream_path" TEXT,
    "downstream" TEXT COLLATE "C" NOT NULL,
    "downstream_column" TEXT COLLATE "C" NOT NULL,
    "downstream_path" TEXT,
    "changed_at" BIGINT,
    "stamps" JSONB,

    CONSTRAINT "lineage_edges_pkey" PRIMARY KEY ("source","aspect","position")
);

-- CreateIndex
CREATE INDEX "lineage_edges_upstream_idx" ON "lineage_edges"("upstream", "upstream_column", "relationship", "downstream", "downstream_column");

-- CreateIndex
CREATE INDEX "lineage_edges_downstream_idx" ON "lineage_edges"("downstream", "downstream_column", "relationship", "upstream", "upstream_column");

-- AddForeignKey
ALTER TABLE "lineage_edges" ADD CONSTRAINT "lineage_edges_source_aspect_fkey" FOREIGN KEY ("source", "aspect") REFERENCES "aspects"("urn", "name") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: the aspects whose edges the background fill writes next, those of processes of an earlier version included.
-- `lineageAspects` of src/datahub/lineage.ts has the same names.
CREATE INDEX "aspects_without_edges_idx" ON "aspects"("urn", "name")
 WHERE "name" IN ('chartInfo', 'dashboardInfo', 'dataJobInputOutput', 'dataProcessInstanceInput',
                  'dataProcessInstanceOutput', 'inputFields', 'mlFeatureProperties', 'mlModelGroupProperties',
                  'mlModelProperties', 'mlPrimaryKeyProperties', 'upstreamLineage')
   AND "derived_at" IS DISTINCT FROM "updated_at";
