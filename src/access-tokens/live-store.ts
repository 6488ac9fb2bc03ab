import type { Database } from '../db/database.js';

/**
 * Returns the number of tokens that are neither revoked, withdrawn nor expired. Reads every token's row. @param now in
 * ms since the epoch
 */
export async function countLiveTokens(db: Pick<Database, 'query'>, now: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM access_tokens
      WHERE revoked_at IS NULL AND withdrawn_at IS NULL AND (expires_at IS NULL OR expires_at > $1::bigint)`,
    [now],
  );
  return row!.count;
}
