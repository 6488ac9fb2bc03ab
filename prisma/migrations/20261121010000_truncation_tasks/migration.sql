-- CreateEnum
CREATE TYPE "TruncationState" AS ENUM ('RUNNING', 'COMPLETED', 'CANCELED', 'FAILED');

-- CreateTable
CREATE TABLE "truncation_tasks" (
    "id" BIGSERIAL NOT NULL,
    "index_name" TEXT NOT NULL,
    "end_time_millis" BIGINT NOT NULL,
    "batch_size" INTEGER NOT NULL,
    "state" "TruncationState" NOT NULL DEFAULT 'RUNNING',
    "reason" TEXT,
    "total" BIGINT NOT NULL DEFAULT 0,
    "deleted" BIGINT NOT NULL DEFAULT 0,
    "batches" INTEGER NOT NULL DEFAULT 0,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "unreleased" BOOLEAN NOT NULL DEFAULT false,
    "created_at" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,
    "deadline" BIGINT,
    "finished_at" BIGINT,
    "runner" TEXT,
    "lease_until" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "truncation_tasks_pkey" PRIMARY KEY ("id")
);

-- By hand: of two that truncate one index at once, the second finds the first one's task.
CREATE UNIQUE INDEX "truncation_tasks_one_running" ON "truncation_tasks"("index_name") WHERE "state" = 'RUNNING';
