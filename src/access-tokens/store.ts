import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { tokenUrn } from '../core/urn.js';
import type { Database, Prisma } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { retried, transaction } from '../db/transaction.js';
import { groupsOf } from '../users/store.js';
import type { Scopes } from './scopes.js';
import type { AccessToken } from './token.js';

/** What authentication needs of a token, its actor and the policies, in one read. */
export interface Credential {
  readonly id: string;
  readonly hash: string;
  readonly actorUrn: string;
  readonly actorState: 'ACTIVE' | 'SUSPENDED' | 'REMOVED';
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  readonly scopes: Scopes;
  /** Whether it replaces another token and was never used. */
  readonly isUnusedReplacement: boolean;
  readonly policyVersion: number;
  /** The URNs of the actor's groups. */
  readonly groups: readonly string[];
}

export interface NewToken extends AccessToken {
  readonly hash: string;
}

/** Why a token is not added. */
export type NotAdded = 'caller revoked' | 'no actor' | 'actor not active' | 'too many';

interface AddResult {
  state: string | null;
  added: boolean;
  callerRevoked: boolean;
}

export type TokenStore = ReturnType<typeof tokenStore>;

export function tokenStore(db: Database) {
  return {
    /** Reads all in one statement. */
    async credentials(ids: readonly string[]): Promise<ReadonlyMap<string, Credential>> {
      const rows = await db.query<Credential>(
        `SELECT ${credentialColumns} FROM ${credentialTables} WHERE t.id = ANY($1::text[])`,
        [ids],
      );
      return new Map(rows.map((row) => [row.id, row]));
    },

    /**
     * Adds a token unless its actor is missing or not active, or has `maxLive` live tokens already.
     *
     * @param callingToken nothing is added when this token is revoked meanwhile
     */
    async add(
      token: NewToken,
      maxLive: number,
      requester: Requester,
      callingToken: string | null,
    ): Promise<'added' | NotAdded> {
      const { id, hash, type, name, description, actorUrn, ownerUrn, createdAt, expiresAt, scopes } = token;
      const fields = [id, hash, type, name, description, actorUrn, ownerUrn, createdAt, expiresAt];
      const params = [...fields, maxLive, scopes, callingToken];
      const work = async (tx: Transaction) => {
        const [result] = await tx.query<AddResult>(addSql, params);
        if (result!.added) await recordToken(tx, requester, 'CreateAccessTokenEvent', token);
        return result!;
      };
      const { state, added, callerRevoked } = await transaction(db, work, requester);
      if (added) return 'added';
      if (callerRevoked) return 'caller revoked';
      if (state === null || state === 'REMOVED') return 'no actor';
      return state === 'ACTIVE' ? 'too many' : 'actor not active';
    },

    async find(id: string): Promise<AccessToken | null> {
      const row = await db.prisma.accessToken.findFirst({ where: { id, revokedAt: null } });
      return row && fromRow(row);
    },

    /** Returns false when there is no such live token. */
    async revoke(token: AccessToken, now: number, requester: Requester): Promise<boolean> {
      const work = async (tx: Transaction) => {
        const revoked = await tx.query(
          'UPDATE access_tokens SET revoked_at = $2::bigint WHERE id = $1 AND revoked_at IS NULL RETURNING id',
          [token.id, now],
        );
        if (revoked.length > 0) await recordToken(tx, requester, 'RevokeAccessTokenEvent', token);
        return revoked.length > 0;
      };
      return transaction(db, work, requester);
    },

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
  };
}

/** SQL of the fields of a `Credential`, from `credentialTables`. */
export const credentialColumns = `
  t.id, t.hash, t.actor_urn AS "actorUrn", u.state AS "actorState", t.created_at AS "createdAt",
  t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt", t.scopes,
  t.rotated_from IS NOT NULL AND t.last_used_at IS NULL AS "isUnusedReplacement",
  (SELECT version FROM policy_version) AS "policyVersion", ${groupsOf('u.urn')} AS groups`;
export const credentialTables = '(access_tokens t JOIN users u ON u.urn = t.actor_urn)';

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

/** The lock on the actor's row keeps two concurrent statements from exceeding the limit together. */
const addSql = `
  WITH actor AS MATERIALIZED (
    SELECT urn, state FROM users WHERE urn = $6 FOR NO KEY UPDATE
  ), added AS (
    INSERT INTO access_tokens (id, hash, type, name, description, actor_urn, owner_urn, created_at,
                               expires_at, scopes)
    SELECT $1, $2, $3::"AccessTokenType", $4, $5, urn, $7, $8::bigint, $9::bigint, $11::text[]
      FROM actor WHERE state = 'ACTIVE' AND NOT is_revoked($12::text) AND live_tokens(urn, $8::bigint) < $10::bigint
    RETURNING id
  )
  SELECT (SELECT state::text FROM actor) AS state, EXISTS (SELECT FROM added) AS added,
         is_revoked($12::text) AS "callerRevoked"`;

const toNumber = (time: bigint | null) => (time === null ? null : Number(time));

export const fromRow = (row: Prisma.AccessTokenModel): AccessToken => ({
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
});
