import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { tokenUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { confirmRights, transaction } from '../db/transaction.js';
import type { Scopes } from './scopes.js';

export type RevocationStore = ReturnType<typeof revocationStore>;

export function revocationStore(db: Database) {
  return {
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
          await tx.query(`SELECT FROM access_tokens WHERE ${live} ORDER BY id FOR UPDATE`, [actorUrn, now]);
          await confirmRights(tx, requester, 'credentials');
          const wider = await tx.query(
            `SELECT FROM access_tokens WHERE ${live} AND NOT coalesce(scopes <@ $3::text[], $3::text[] IS NULL) LIMIT 1`,
            [actorUrn, now, within],
          );
          if (wider.length > 0) return 'wider';
          const revoked = await tx.query<Revoked>(
            `UPDATE access_tokens SET revoked_at = $2::bigint WHERE ${live}
             RETURNING id, name, owner_urn AS "ownerUrn"`,
            [actorUrn, now],
          );
          await recordAudit(
            tx,
            requester,
            revoked.map((token) => revocation(actorUrn, token)),
          );
          return revoked.length;
        },
        requester,
      ),
  };
}

interface Revoked {
  readonly id: string;
  readonly name: string;
  readonly ownerUrn: string;
}

const revocation = (actorUrn: string, { id, name, ownerUrn }: Revoked) => ({
  type: 'RevokeAccessTokenEvent' as const,
  subject: tokenUrn(id),
  actorUrn,
  detail: { name, ownerUrn },
});

const live = `actor_urn = $1::text AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2::bigint)`;
