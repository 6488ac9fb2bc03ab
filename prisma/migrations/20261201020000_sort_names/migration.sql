-- AlterTable, by hand: lists of policies are sorted by this in every database, as lists of tags are.
ALTER TABLE "policies" ADD COLUMN "sort_name" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (sort_text("name")) STORED;

-- By hand: tokens by name, which no index orders. A column of the table would rewrite it.
CREATE OR REPLACE VIEW "access_tokens" AS
  SELECT t.id, t.hash, t.type, t.name, t.description, t.actor_urn, t.owner_urn, t.created_at, t.expires_at,
         t.last_used_at, t.revoked_at, t.scopes, t.rotated_from, t.rotated_by, t.capped_at, t.position,
         CASE WHEN t.owner_urn = t.actor_urn AND t.rotated_by IS NULL THEN t.withdrawn_at
              ELSE coalesce(t.withdrawn_at, (SELECT min(c.since) FROM access_changes c
                                              WHERE c.urn IN (t.owner_urn, t.rotated_by) AND c.urn <> t.actor_urn
                                                AND c.kind = 'SUSPENDED')) END AS withdrawn_at,
         sort_text(t.name) COLLATE "C" AS sort_name
    FROM stored_access_tokens t
   WHERE NOT EXISTS (SELECT FROM access_changes c
                      WHERE c.urn IN (t.actor_urn, t.owner_urn, t.rotated_by) AND c.tokens_to >= t.position);
