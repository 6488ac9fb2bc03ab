import { randomBytes } from 'node:crypto';
import { createHasher } from '../access-tokens/hasher.js';
import { tokenDurations } from '../access-tokens/token.js';
import { newTokenText } from '../access-tokens/token-format.js';
import { recordAudit } from '../audit/store.js';
import { operator } from '../core/actor.js';
import { tokenUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import { addLinkToken, lockStart, readLinkToken } from './first-token-store.js';

/**
 * Returns the id of the live token whose session a sign-in link starts, because a session ends with its token: the first
 * token, or after its end one whose text nobody has. Who starts the service on a terminal can create tokens anyway.
 *
 * @returns null when the administrator is not active
 */
export async function provideLinkToken(db: Database, admin: string, now: number): Promise<string | null> {
  const seen = await readLinkToken(db, admin, now);
  if (seen.id !== null || !seen.isActive) return seen.id;
  const { id, text } = newTokenText(randomBytes(12), randomBytes(20));
  const hash = await createHasher().hash(text);
  return transaction(
    db,
    async (tx) => {
      await lockStart(tx);
      const found = await readLinkToken(tx, admin, now);
      if (found.id !== null || !found.isActive) return found.id;
      await addLinkToken(tx, { id, hash, admin, createdAt: now, expiresAt: now + tokenDurations.ONE_DAY });
      await recordAudit(tx, operator, {
        type: 'CreateAccessTokenEvent',
        subject: tokenUrn(id),
        actorUrn: admin,
      });
      return id;
    },
    operator,
  );
}
