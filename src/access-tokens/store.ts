import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import type { Asks } from '../core/standing.js';
import { tokenUrn } from '../core/urn.js';
import type { Database, Prisma } from '../db/database.js';
import { groupsSql } from '../db/groups-sql.js';
import type { Transaction } from '../db/query.js';
import { confirmRights, retried, transaction } from '../db/transaction.js';
import type { Scopes } from './scopes.js';
import type { AccessToken } from './token.js';

/** The data of a token, its actor and the policies for authentication, from one read. */
export interface Credential {
  readonly id: string;
  readonly hash: string;
  readonly actorUrn: string;
  readonly actorState: 'ACTIVE' | 'SUSPENDED' | 'REMOVED';
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** Since when it is refused because its owner or rotator is suspended. */
  readonly withdrawnAt: number | null;
  /** The expiry of the JSON Web Token with which the token was created; null: no JSON Web Token limits it. */
  readonly cappedAt: number | null;
  readonly scopes: Scopes;
  /** Whether it replaces another token and was never used. */
  readonly isUnusedReplacement: boolean;
  readonly policyVersion: number;
  /** The URNs of the actor's groups. */
  readonly groups: readonly string[];
}

/** SQL of the fields of a `Credential`, from `credentialTables`. */
export const credentialColumns = `
  t.id, t.hash, t.actor_urn AS "actorUrn", u.state AS "actorState", t.created_at AS "createdAt",
  t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt",
  t.withdrawn_at AS "withdrawnAt", t.capped_at AS "cappedAt", t.scopes,
  t.rotated_from IS NOT NULL AND t.last_used_at IS NULL AS "isUnusedReplacement",
  (SELECT version FROM policy_version) AS "policyVersion", ${groupsSql('u.urn')} AS groups`;
export const credentialTables = '(access_tokens t JOIN users u ON u.urn = t.actor_urn)';

export interface NewToken extends AccessToken {
  readonly hash: string;
  readonly cappedAt: number | null;
}

/** Why a token is not added. */
export type NotAdded = 'no actor' | 'actor not active' | 'too many';

interface AddResult {
  state: string | null;
  added: boolean;
}

export type TokenStore = ReturnType<typeof tokenStore>;

export function tokenStore(db: Database) {
  return {
    /** Reads all in one statement. */
    async credentials(ids: readonly string[], tx: Asks = db): Promise<ReadonlyMap<string, Credential>> {
      const rows = await tx.query<Credential>(
        `SELECT ${credentialColumns} FROM ${credentialTables} WHERE t.id = ANY($1::text[])`,
        [ids],
      );
      return new Map(rows.map((row) => [row.id, row]));
    },

    /**
     * Adds a token unless its actor or its owner is missing or not active, or the actor has `maxLive` live tokens
     * already. The owner is the requester, whose rights are checked again.
     */
    async add(token: NewToken, maxLive: number, requester: Requester): Promise<'added' | NotAdded> {
      const { id, hash, type, name, description, actorUrn, ownerUrn, createdAt, expiresAt, scopes } = token;
      const fields = [id, hash, type, name, description, actorUrn, ownerUrn, createdAt, expiresAt];
      const params = [...fields, maxLive, scopes, token.cappedAt];
      const work = async (tx: Transaction) => {
        const [result] = await tx.query<AddResult>(addSql, params);
        if (result!.added) await recordToken(tx, requester, 'CreateAccessTokenEvent', token);
        return result!;
      };
      const { state, added } = await transaction(db, work, requester);
      if (added) return 'added';
      if (state === null || state === 'REMOVED') return 'no actor';
      return state === 'ACTIVE' ? 'too many' : 'actor not active';
    },

    async find(id: string): Promise<AccessToken | null> {
      const row = await db.prisma.accessToken.findFirst({ where: { id, revokedAt: null }, include: holders });
      return row && fromRow(row);
    },

    /** Returns false when there is no such live token. */
    async revoke(token: AccessToken, now: number, requester: Requester): Promise<boolean> {
      const work = async (tx: Transaction) => {
        await tx.query('SELECT FROM access_tokens WHERE id = $1 FOR UPDATE', [token.id]);
        await confirmRights(tx, requester, 'credentials');
        const revoked = await tx.query(
          'UPDATE access_tokens SET revoked_at = $2::bigint WHERE id = $1 AND revoked_at IS NULL RETURNING id',
          [token.id, now],
        );
        if (revoked.length > 0) await recordToken(tx, requester, 'RevokeAccessTokenEvent', token);
        return revoked.length > 0;
      };
      return transaction(db, work, requester);
    },

    /**
     * Revokes all live tokens that act as a user, including tokens whose creation or rotation is waiting.
     *
     * @param within the scopes that the tokens may have; null: any
     * @returns how many there were; 'no user', or 'wider' when a token has other scopes
     */
    revokeAll: (
      actorUrn: string,
      within: Scopes,
      now: number,
      requester: Requester,
    ): Promise<number | 'no user' | 'wider'> =>
      transaction(
        db,
        async (tx) => {
          const users = await tx.query('SELECT FROM users WHERE urn = $1::text FOR NO KEY UPDATE', [
            actorUrn,
          ]);
          if (users.length === 0) return 'no user';
          await tx.query(`SELECT FROM access_tokens WHERE ${liveOfActor} ORDER BY id FOR UPDATE`, [
            actorUrn,
            now,
          ]);
          await confirmRights(tx, requester, 'credentials');
          const wider = await tx.query(
            `SELECT FROM access_tokens WHERE ${liveOfActor} AND NOT coalesce(scopes <@ $3::text[], $3::text[] IS NULL) LIMIT 1`,
            [actorUrn, now, within],
          );
          if (wider.length > 0) return 'wider';
          const revoked = await tx.query<{ id: string; name: string; ownerUrn: string }>(
            `UPDATE access_tokens SET revoked_at = $2::bigint WHERE ${liveOfActor}
             RETURNING id, name, owner_urn AS "ownerUrn"`,
            [actorUrn, now],
          );
          const events = revoked.map(({ id, ...detail }) => ({
            type: 'RevokeAccessTokenEvent' as const,
            subject: tokenUrn(id),
            actorUrn,
            detail,
          }));
          await recordAudit(tx, requester, events);
          return revoked.length;
        },
        requester,
      ),

    async saveLastUsed(times: ReadonlyMap<string, number>): Promise<void> {
      const params = [[...times.keys()], [...times.values()]];
      await retried(() =>
        db.query(
          `UPDATE access_tokens t SET last_used_at = u.at
             FROM unnest($1::text[], $2::bigint[]) AS u(id, at)
            WHERE t.id = u.id AND coalesce(t.last_used_at, 0) < u.at`,
          params,
        ),
      );
    },

    /** Returns the number of tokens that are neither revoked, withdrawn nor expired. Reads every token's row. */
    async countLive(now: number): Promise<number> {
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) AS count FROM access_tokens
          WHERE revoked_at IS NULL AND withdrawn_at IS NULL AND (expires_at IS NULL OR expires_at > $1::bigint)`,
        [now],
      );
      return row!.count;
    },

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

const liveOfActor = `actor_urn = $1::text AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2::bigint)`;

const recordToken = (
  tx: Transaction,
  requester: Requester,
  type: 'CreateAccessTokenEvent' | 'RevokeAccessTokenEvent',
  { id, name, actorUrn, ownerUrn, expiresAt, scopes }: AccessToken,
): Promise<void> =>
  recordAudit(tx, requester, {
    type,
    subject: tokenUrn(id),
    actorUrn,
    detail: { name, ownerUrn, expiresAt, scopes },
  });

/**
 * The lock on the actor's row prevents two concurrent statements from exceeding the limit together. The locks on the
 * rows of both users, in the order of their URNs, prevent their removal, and the suspension of the owner, until the
 * suspension can see the token.
 */
const addSql = `
  WITH locked AS MATERIALIZED (
    SELECT urn, state FROM users WHERE urn IN ($6, $7) ORDER BY urn FOR NO KEY UPDATE
  ), added AS (
    INSERT INTO access_tokens (id, hash, type, name, description, actor_urn, owner_urn, created_at,
                               expires_at, scopes, capped_at)
    SELECT $1, $2, $3::"AccessTokenType", $4, $5, actor.urn, owner.urn, $8::bigint, $9::bigint, $11::text[], $12::bigint
      FROM locked actor, locked owner
     WHERE actor.urn = $6 AND actor.state = 'ACTIVE' AND owner.urn = $7 AND owner.state = 'ACTIVE'
       AND live_tokens(actor.urn, $8::bigint) < $10::bigint
    RETURNING id
  )
  SELECT (SELECT state::text FROM locked WHERE urn = $6) AS state, EXISTS (SELECT FROM added) AS added`;

const toNumber = (time: bigint | null) => (time === null ? null : Number(time));

/** Reads the states of those who can cause a withdrawal. */
export const holders = {
  owner: { select: { state: true } },
  rotator: { select: { state: true } },
} as const;

type TokenRow = Prisma.AccessTokenModel &
  Record<keyof typeof holders, Pick<Prisma.UserModel, 'state'> | null>;

export const fromRow = (row: TokenRow): AccessToken => ({
  id: row.id,
  type: row.type,
  name: row.name,
  description: row.description,
  actorUrn: row.actorUrn,
  ownerUrn: row.ownerUrn,
  createdAt: Number(row.createdAt),
  expiresAt: toNumber(row.expiresAt),
  lastUsedAt: toNumber(row.lastUsedAt),
  // Prisma shows null as an empty list, which no operation writes.
  scopes: row.scopes.length > 0 ? row.scopes : null,
  withdrawnAt: toNumber(row.withdrawnAt),
  withdrawnBecauseOf: row.withdrawnAt === null ? [] : listSuspendedHolders(row),
});

function listSuspendedHolders({ actorUrn, ownerUrn, rotatedBy, owner, rotator }: TokenRow): string[] {
  const found = [
    { urn: ownerUrn, state: owner?.state },
    { urn: rotatedBy, state: rotator?.state },
  ];
  return found.flatMap(({ urn, state }) =>
    urn !== null && urn !== actorUrn && state !== 'ACTIVE' ? [urn] : [],
  );
}
