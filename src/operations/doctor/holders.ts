import type { Database } from '../../db/database.js';
import { tokensText } from '../../users/held-tokens.js';
import type { Finding } from './finding.js';
import { warning } from './finding.js';
import { type HeldTokens, heldByActivated, heldBySuspended, reservedUsers } from './holder-store.js';

/** Lists tokens that suspended users hold for others, and users of earlier builds that can no longer be created. */
export async function holderFindings(db: Database): Promise<Finding[]> {
  const held = await heldBySuspended(db.query);
  return [
    ...byHolder(held.filter(({ withdrawn }) => !withdrawn)).map(([holder, tokens]) =>
      warning(
        'tokens',
        `${holder} was suspended or removed by an earlier build, and ${tokens}, which that user owns or has rotated, still work`,
        'revoke or take over the tokens, or activate the user and suspend it again, which withdraws the tokens',
      ),
    ),
    ...byHolder(held.filter(({ withdrawn }) => withdrawn)).map(([holder, tokens]) =>
      warning(
        'tokens',
        `${holder} is suspended, so ${tokens}, which that user owns or has rotated, are refused`,
        'take them over with `catalog token take-over`, or revoke them',
      ),
    ),
    ...byHolder(await heldByActivated(db.query)).map(([holder, tokens]) =>
      warning(
        'tokens',
        `${holder} was activated by SQL or an earlier build, and ${tokens}, which that user owns or has rotated, are still refused`,
        'activate the user again with `catalog user activate`',
      ),
    ),
    ...(await reservedUsers(db.query)).map((urn) =>
      warning(
        'users',
        `${urn} is a user, and also the name of the service itself in the audit`,
        'create another user for its work, and remove this one with `catalog user remove`',
      ),
    ),
  ];
}

/** Returns each holder with what the holder's tokens are. */
function byHolder(held: readonly HeldTokens[]): [holder: string, tokens: string][] {
  const holders = new Map<string, Map<string, number>>();
  for (const { holder, actorUrn, count } of held) {
    const byActor = holders.get(holder) ?? new Map<string, number>();
    holders.set(holder, byActor.set(actorUrn, count));
  }
  return [...holders].map(([holder, byActor]) => [holder, tokensText(byActor)]);
}
