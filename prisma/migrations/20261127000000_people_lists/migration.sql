-- By hand: Prisma's language has neither collations nor generated columns. Lists of people are filtered and ordered by
-- these columns through the Prisma Client. The pattern is that of service accounts in src/core/urn.ts.
ALTER TABLE "users"
  ADD COLUMN "id" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (substr("urn", length('urn:li:corpuser:') + 1)) STORED,
  ADD COLUMN "service_account" BOOLEAN NOT NULL GENERATED ALWAYS AS
    ("urn" ~ '^urn:li:corpuser:service_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') STORED;

ALTER TABLE "groups"
  ADD COLUMN "id" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (substr("urn", length('urn:li:corpGroup:') + 1)) STORED;
