import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { tokenUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import {
  type HeldToken,
  heldColumns,
  heldForOthers,
  suspendedHolders,
  unended,
} from '../users/removal/withdrawal-store.js';
import type { Scopes } from './scopes.js';

/** Why nothing was taken over. */
export type NotTaken = 'caller not active' | 'unknown token' | 'wider';

export type TakeoverStore = ReturnType<typeof takeoverStore>;

export function takeoverStore(db: Database) {
  return {
    /**
     * Makes the requester the owner and rotator, instead of a user, of live tokens that act as others: all or none.
     *
     * @param ids the tokens; null: all of them
     * @param within the scopes that the tokens may have; null: any
     * @returns how many there were
     */
    takeOver: (
      from: string,
      ids: readonly string[] | null,
      within: Scopes,
      requester: Requester,
    ): Promise<number | NotTaken> =>
      transaction(
        db,
        async (tx) => {
          // The states of both, and so the marks of these tokens, do not change before the end of the transaction.
          const users = await tx.query<{ urn: string; state: string }>(
            'SELECT urn, state FROM users WHERE urn = ANY($1::text[]) ORDER BY urn FOR NO KEY UPDATE',
            [[from, requester.urn]],
          );
          if (!users.some(({ urn, state }) => urn === requester.urn && state === 'ACTIVE'))
            return 'caller not active';
          const found = await tx.query<HeldToken & { isWider: boolean }>(
            `SELECT ${heldColumns}, NOT coalesce(scopes <@ $3::text[], $3::text[] IS NULL) AS "isWider"
               FROM access_tokens
              WHERE ${heldForOthers('ARRAY[$1::text]')} AND ${unended} AND ($2::text[] IS NULL OR id = ANY($2::text[]))
              ORDER BY id FOR NO KEY UPDATE`,
            [from, ids, within],
          );
          if (ids !== null && found.length < new Set(ids).size) return 'unknown token';
          if (found.some(({ isWider }) => isWider)) return 'wider';
          await replaceHolder(tx, found, from, requester);
          return found.length;
        },
        requester,
      ),
  };
}

async function replaceHolder(
  tx: Transaction,
  tokens: readonly HeldToken[],
  from: string,
  requester: Requester,
): Promise<void> {
  if (tokens.length === 0) return;
  const ids = tokens.map(({ id }) => id);
  // A rotator who is the actor or the owner is not named.
  const changed = await tx.query<HeldToken>(
    `UPDATE access_tokens SET
            owner_urn = CASE owner_urn WHEN $2::text THEN $3::text ELSE owner_urn END,
            rotated_by = nullif(nullif(CASE rotated_by WHEN $2::text THEN $3::text ELSE rotated_by END, actor_urn),
                                CASE owner_urn WHEN $2::text THEN $3::text ELSE owner_urn END)
      WHERE id = ANY($1::text[])
     RETURNING ${heldColumns}`,
    [ids, from, requester.urn],
  );
  await tx.query(
    `UPDATE stored_access_tokens t SET withdrawn_at = NULL
      WHERE id = ANY($1::text[]) AND withdrawn_at IS NOT NULL AND NOT EXISTS (${suspendedHolders('t')})`,
    [ids],
  );
  await recordAudit(
    tx,
    requester,
    changed.map(({ id, name, actorUrn, ownerUrn, rotatedBy }) => ({
      type: 'TakeOverAccessTokenEvent' as const,
      subject: tokenUrn(id),
      actorUrn,
      detail: { name, from, ownerUrn, rotatedBy },
    })),
  );
}
