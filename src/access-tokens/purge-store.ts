import type { Database } from '../db/database.js';

export type PurgeStore = ReturnType<typeof purgeStore>;

export function purgeStore(db: Database) {
  return {
    /**
     * Deletes at most `limit` tokens that were revoked or have expired at least `retentionMs` ago, by the clock of the
     * database. Skips tokens that another transaction has locked.
     *
     * @returns the number of deleted tokens
     */
    async purge(retentionMs: number, limit: number): Promise<number> {
      const rows = await db.query(
        `DELETE FROM access_tokens WHERE id = ANY(ARRAY(
           SELECT id FROM access_tokens
            WHERE (revoked_at IS NOT NULL OR expires_at IS NOT NULL)
              AND least(revoked_at, expires_at) <= (extract(epoch FROM now()) * 1000)::bigint - $1::bigint
            ORDER BY least(revoked_at, expires_at) LIMIT $2::int FOR UPDATE SKIP LOCKED))
         RETURNING id`,
        [retentionMs, limit],
      );
      return rows.length;
    },
  };
}
