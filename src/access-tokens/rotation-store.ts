import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { tokenUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { confirmRights, transaction } from '../db/transaction.js';
import { suspendedHolders } from '../users/removal/withdrawal-store.js';
import type { AccessToken } from './token.js';

/** The token that is rotated, and its state. */
export interface Rotatable {
  readonly actorUrn: string;
  readonly actorState: 'ACTIVE' | 'SUSPENDED' | 'REMOVED';
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly withdrawnAt: number | null;
  readonly cappedAt: number | null;
  /** The replacement that an earlier rotation has created; null: none. */
  readonly replacement: Replacement | null;
}

export interface Replacement {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** When it was revoked by hand; null for one that its own rotation has revoked. */
  readonly revokedAt: number | null;
  readonly withdrawnAt: number | null;
  /** Whether it has been used or rotated. */
  readonly isInUse: boolean;
}

export interface NewReplacement {
  readonly id: string;
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly cappedAt: number | null;
  /** When the rotated token ends at the latest; null: at once. */
  readonly oldEndsAt: number | null;
}

export type RotationStore = ReturnType<typeof rotationStore>;

export function rotationStore(db: Database) {
  return {
    /** Returns a token that is not revoked, or was rotated. */
    async find(id: string): Promise<AccessToken | null> {
      const [row] = await db.query<AccessToken>(
        `SELECT ${columns} FROM access_tokens t
          WHERE id = $1::text
            AND (revoked_at IS NULL OR EXISTS (SELECT FROM access_tokens WHERE rotated_from = t.id))`,
        [id],
      );
      return row ?? null;
    },

    /**
     * Replaces a token in one transaction, in which nothing else changes the tokens of its actor, and in which neither its
     * actor, its owner nor the caller is suspended or removed.
     *
     * @param plan decides on what is locked; it throws to change nothing
     * @param tooMany the error when the actor would have more than `maxLive` live tokens
     */
    rotate: (
      { id, actorUrn, ownerUrn }: AccessToken,
      plan: (old: Rotatable | null) => NewReplacement,
      limit: { maxLive: number; tooMany(): Error },
      requester: Requester,
    ): Promise<AccessToken> =>
      transaction(
        db,
        async (tx) => {
          await tx.query('SELECT FROM users WHERE urn = ANY($1::text[]) ORDER BY urn FOR NO KEY UPDATE', [
            [actorUrn, ownerUrn, requester.urn],
          ]);
          const old = await lockRotatable(tx, id);
          await confirmRights(tx, requester, 'credentials');
          const next = plan(old);
          if (old?.replacement) await revoke(tx, old.replacement.id, next.createdAt);
          if (next.oldEndsAt === null) await revoke(tx, id, next.createdAt);
          else await endAt(tx, id, next.oldEndsAt);
          const added = await add(tx, id, next, limit.maxLive, requester);
          if (!added) throw limit.tooMany();
          await recordRotation(tx, requester, id, added, old?.replacement ?? null);
          return added;
        },
        requester,
      ),
  };
}

/** @param previous the replacement that is revoked */
const recordRotation = (
  tx: Transaction,
  requester: Requester,
  id: string,
  { id: replacedBy, name, actorUrn, ownerUrn, expiresAt, scopes }: AccessToken,
  previous: Replacement | null,
): Promise<void> =>
  recordAudit(tx, requester, {
    type: 'RotateAccessTokenEvent',
    subject: tokenUrn(id),
    actorUrn,
    detail: {
      replacedBy: tokenUrn(replacedBy),
      ...(previous && { revoked: tokenUrn(previous.id) }),
      ...{ name, ownerUrn, expiresAt, scopes },
    },
  });

async function lockRotatable(tx: Transaction, id: string): Promise<Rotatable | null> {
  const [old] = await tx.query<Omit<Rotatable, 'replacement'>>(
    `SELECT t.actor_urn AS "actorUrn", u.state AS "actorState", t.created_at AS "createdAt",
            t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt", t.withdrawn_at AS "withdrawnAt",
            t.capped_at AS "cappedAt"
       FROM access_tokens t JOIN users u ON u.urn = t.actor_urn WHERE t.id = $1::text FOR UPDATE OF t`,
    [id],
  );
  if (!old) return null;
  const [replacement = null] = await tx.query<Replacement>(
    `SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", withdrawn_at AS "withdrawnAt",
            CASE WHEN NOT EXISTS (SELECT FROM access_tokens WHERE rotated_from = t.id) THEN revoked_at END AS "revokedAt",
            last_used_at IS NOT NULL
              OR (SELECT count(*) > 0 FROM access_tokens WHERE rotated_from = t.id) AS "isInUse"
       FROM access_tokens t WHERE rotated_from = $1::text
      ORDER BY revoked_at IS NULL DESC, created_at DESC, id LIMIT 1 FOR UPDATE`,
    [id],
  );
  return { ...old, replacement };
}

const revoke = (tx: Transaction, id: string, now: number) =>
  tx.query('UPDATE access_tokens SET revoked_at = $2::bigint WHERE id = $1::text AND revoked_at IS NULL', [
    id,
    now,
  ]);

const endAt = (tx: Transaction, id: string, time: number) =>
  tx.query('UPDATE access_tokens SET expires_at = least(expires_at, $2::bigint) WHERE id = $1::text', [
    id,
    time,
  ]);

async function add(
  tx: Transaction,
  oldId: string,
  next: NewReplacement,
  maxLive: number,
  { urn: requester }: Requester,
) {
  const { id, hash, createdAt, expiresAt, cappedAt } = next;
  const [row] = await tx.query<AccessToken>(
    `INSERT INTO access_tokens AS t (id, hash, type, name, description, actor_urn, owner_urn, scopes, rotated_from,
                                     created_at, expires_at, rotated_by, capped_at)
     SELECT $2, $3, type, name, description, actor_urn, owner_urn, scopes, id, $4::bigint, $5::bigint,
            nullif(nullif($7::text, actor_urn), owner_urn), $8::bigint
       FROM access_tokens WHERE id = $1::text AND live_tokens(actor_urn, $4::bigint) < $6::bigint
     RETURNING ${columns}`,
    [oldId, id, hash, createdAt, expiresAt, maxLive, requester, cappedAt],
  );
  return row ?? null;
}

const columns = `t.id, t.type, t.name, t.description, t.actor_urn AS "actorUrn", t.owner_urn AS "ownerUrn",
  t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.scopes,
  t.withdrawn_at AS "withdrawnAt", ARRAY(${suspendedHolders('t')}) AS "withdrawnBecauseOf"`;
