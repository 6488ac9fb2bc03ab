import { recordAudit } from '../../audit/store.js';
import type { Requester } from '../../core/actor.js';
import type { Asks } from '../../core/standing.js';
import { tokenUrn } from '../../core/urn.js';
import type { Database } from '../../db/database.js';
import type { Transaction } from '../../db/query.js';
import { confirmRights, retried, transaction } from '../../db/transaction.js';
import type { Scopes } from '../scopes.js';
import { type Credential, credentialColumns, credentialTables } from '../store.js';
import { idleMs, lifetimeMs, sessionsPerToken } from './session.js';

/** The data of a session, its token, its user and the policies for authentication, from one read. */
export interface SessionCredential extends Credential {
  readonly key: string;
  readonly lastSeenAt: number;
  readonly sessionEndsAt: number;
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** Sessions by their key, the hash of their id in hexadecimal. */
export function sessionStore(db: Database) {
  return {
    /** Reads all in one statement. */
    async credentials(
      keys: readonly string[],
      tx: Asks = db,
    ): Promise<ReadonlyMap<string, SessionCredential>> {
      const rows = await tx.query<SessionCredential>(
        `SELECT encode(s.id_hash, 'hex') AS key, s.last_seen_at AS "lastSeenAt", s.expires_at AS "sessionEndsAt",
                ${credentialColumns}
           FROM console_sessions s JOIN ${credentialTables} ON t.id = s.token_id
          WHERE s.id_hash = ANY(ARRAY(SELECT decode(key, 'hex') FROM unnest($1::text[]) AS k(key)))`,
        [keys],
      );
      return new Map(rows.map((row) => [row.key, row]));
    },

    /**
     * Adds a session of a live token. Beyond `sessionsPerToken`, it ends the least recently used session.
     *
     * @returns when it ends; null when the token has been revoked in the meantime
     */
    add: (
      key: string,
      tokenId: string,
      now: number,
      requester: Requester,
      byLink: boolean,
    ): Promise<number | null> =>
      transaction(
        db,
        async (tx) => {
          const [added] = await tx.query<{ expiresAt: number }>(addSql, [
            key,
            tokenId,
            now,
            now + lifetimeMs,
          ]);
          if (!added) return null;
          await tx.query(surplusSql, [key, tokenId, now, sessionsPerToken]);
          const detail = { expiresAt: added.expiresAt, ...(byLink && { signInLink: true }) };
          await recordAudit(tx, requester, { type: 'LogInEvent', subject: tokenUrn(tokenId), detail });
          return added.expiresAt;
        },
        requester,
      ),

    /** Ends a session of a token, if it is there. */
    end: (key: string, tokenId: string, requester: Requester): Promise<void> =>
      transaction(
        db,
        async (tx) => {
          await tx.query(`SELECT FROM console_sessions WHERE id_hash = decode($1::text, 'hex') FOR UPDATE`, [
            key,
          ]);
          await confirmRights(tx, requester, 'credentials');
          const ended = await tx.query(
            `DELETE FROM console_sessions WHERE id_hash = decode($1::text, 'hex') RETURNING 1`,
            [key],
          );
          if (ended.length > 0)
            await recordAudit(tx, requester, { type: 'LogOutEvent', subject: tokenUrn(tokenId) });
        },
        requester,
      ),

    /**
     * Ends all sessions of the tokens that act as a user.
     *
     * @param within the scopes that the tokens may have; null: any
     * @returns how many were live
     */
    endAll: (actorUrn: string, within: Scopes, now: number, requester: Requester): Promise<number> =>
      transaction(db, (tx) => endAll(tx, actorUrn, within, now, requester), requester),

    async saveLastSeen(times: ReadonlyMap<string, number>): Promise<void> {
      await retried(() =>
        db.query(
          `UPDATE console_sessions s SET last_seen_at = u.at
             FROM unnest($1::text[], $2::bigint[]) AS u(key, at)
            WHERE s.id_hash = decode(u.key, 'hex') AND s.last_seen_at < u.at`,
          [[...times.keys()], [...times.values()]],
        ),
      );
    },

    /** Deletes at most `limit` sessions that have ended by the clock of the database. @returns how many */
    async purge(limit: number): Promise<number> {
      const rows = await db.query(
        `DELETE FROM console_sessions WHERE id_hash = ANY(ARRAY(
           SELECT id_hash FROM console_sessions s
            WHERE ${endsAt} <= (extract(epoch FROM now()) * 1000)::bigint
            ORDER BY ${endsAt} LIMIT $1::int FOR UPDATE SKIP LOCKED))
         RETURNING 1`,
        [limit],
      );
      return rows.length;
    },
  };
}

const endsAt = `least(s.expires_at, s.last_seen_at + ${idleMs})`;

/** The lock on the token's row prevents two concurrent sign-ins from exceeding the limit together. */
const addSql = `
  WITH token AS MATERIALIZED (
    SELECT id, expires_at FROM access_tokens
     WHERE id = $2::text AND revoked_at IS NULL AND withdrawn_at IS NULL FOR NO KEY UPDATE
  )
  INSERT INTO console_sessions (id_hash, token_id, created_at, last_seen_at, expires_at)
  SELECT decode($1::text, 'hex'), id, $3::bigint, $3::bigint, least($4::bigint, expires_at) FROM token
  RETURNING expires_at AS "expiresAt"`;

/** Also deletes ended sessions. The new session is kept, regardless of the times that other processes have written. */
const surplusSql = `
  DELETE FROM console_sessions WHERE token_id = $2::text AND id_hash NOT IN (
    SELECT id_hash FROM console_sessions s WHERE token_id = $2::text AND ${endsAt} > $3::bigint
     ORDER BY id_hash = decode($1::text, 'hex') DESC, last_seen_at DESC, created_at DESC LIMIT $4::int)`;

async function endAll(
  tx: Transaction,
  actorUrn: string,
  within: Scopes,
  now: number,
  requester: Requester,
): Promise<number> {
  await tx.query(
    `SELECT FROM console_sessions s JOIN access_tokens t ON t.id = s.token_id WHERE t.actor_urn = $1::text
      ORDER BY s.id_hash FOR UPDATE OF s`,
    [actorUrn],
  );
  await confirmRights(tx, requester, 'credentials');
  const ended = await tx.query<{ isLive: boolean }>(
    `DELETE FROM console_sessions s USING access_tokens t WHERE t.id = s.token_id AND t.actor_urn = $1::text
        AND coalesce(t.scopes <@ $3::text[], $3::text[] IS NULL)
     RETURNING ${endsAt} > $2::bigint AND t.revoked_at IS NULL AND t.withdrawn_at IS NULL
       AND coalesce(t.expires_at > $2::bigint, true) AS "isLive"`,
    [actorUrn, now, within],
  );
  const live = ended.filter(({ isLive }) => isLive).length;
  if (live > 0)
    await recordAudit(tx, requester, { type: 'LogOutEvent', subject: actorUrn, detail: { sessions: live } });
  return live;
}
