-- CreateTable
CREATE TABLE "audit_streams" (
    "target" TEXT NOT NULL,
    "runner" TEXT NOT NULL,
    "lease_until" BIGINT NOT NULL,
    "position" JSON NOT NULL,

    CONSTRAINT "audit_streams_pkey" PRIMARY KEY ("target")
);
