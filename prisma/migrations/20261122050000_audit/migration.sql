-- CreateTable
-- By hand: the collation of all URNs, and the partitions, which are months.
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "time" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "actor_urn" TEXT COLLATE "C",
    "acted_for" TEXT COLLATE "C",
    "subject" TEXT COLLATE "C",
    "subject_type" TEXT,
    "aspect" TEXT,
    "request_id" TEXT,
    "address" TEXT,
    "user_agent" TEXT,
    "transport" TEXT,
    "detail" JSON,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("time","id")
) PARTITION BY RANGE ("time");

-- CreateTable
CREATE TABLE "refused_authentications" (
    "minute" BIGINT NOT NULL,
    "network" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "refused_authentications_pkey" PRIMARY KEY ("minute","network","reason")
);

-- CreateIndex
CREATE INDEX "audit_events_actor_urn_time_idx" ON "audit_events"("actor_urn", "time");

-- CreateIndex
CREATE INDEX "audit_events_subject_time_idx" ON "audit_events"("subject", "time");

-- By hand: no statement changes what was written. A statement trigger does not come with a partition: the service
-- creates one on every month.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: audit events are only ever added', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
