import type { Requester } from '../../core/actor.js';
import { warn } from '../../core/warn.js';

/**
 * The holders of a token besides the user that it acts as: the user who has created it or taken it over, and the user
 * who has rotated it. Both know its text.
 */
export interface Held {
  readonly actorUrn: string;
  readonly ownerUrn: string;
  /** Null: no rotation, or one by the actor or the owner. */
  readonly rotatedBy: string | null;
}

/** Users that a warning names. */
const namedMax = 10;

/**
 * Adds a warning to the response for each user who holds some of the tokens for others: their number, and the users
 * that they act as.
 *
 * @param outcome the state of the tokens, such as "Ended"
 * @param hasMore whether there may be more tokens than these
 */
export function warnOfTokens(
  requester: Requester,
  users: readonly string[],
  tokens: readonly Held[],
  outcome: string,
  hasMore: boolean,
): void {
  const counts = new Map(users.map((user) => [user, new Map<string, number>()]));
  for (const { actorUrn, ownerUrn, rotatedBy } of tokens) {
    for (const holder of [ownerUrn, rotatedBy]) {
      const byActor = holder === null || holder === actorUrn ? undefined : counts.get(holder);
      byActor?.set(actorUrn, (byActor.get(actorUrn) ?? 0) + 1);
    }
  }
  for (const [user, byActor] of counts)
    if (byActor.size > 0)
      warn(
        requester,
        `${outcome}: ${hasMore ? 'at least ' : ''}${tokensText(byActor)}, which ${user} owned or had rotated`,
      );
}

/**
 * Returns a text with the number of tokens and their users. @param byActor the number of tokens by the user that they
 * act as
 */
export function tokensText(byActor: ReadonlyMap<string, number>): string {
  const total = [...byActor.values()].reduce((sum, count) => sum + count, 0);
  const named = [...byActor].slice(0, namedMax).map(([urn, count]) => `${urn} (${count})`);
  const others = byActor.size - named.length;
  const whose = [...named, ...(others > 0 ? [`${others} more users`] : [])].join(', ');
  return `${total} access ${total === 1 ? 'token' : 'tokens'} of ${whose}`;
}
