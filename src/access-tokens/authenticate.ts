import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { type Refusal, sessionEnded, unauthenticated } from '../core/errors.js';
import type { Caller } from '../core/holders.js';
import type { BatchLoader } from '../db/batch-loader.js';
import type { ReadRights } from '../policies/rights.js';
import type { UserRow } from '../users/store.js';
import { endsSoon } from './ends-soon.js';
import type { LastUsed } from './last-used.js';
import { withinScopes } from './scopes.js';
import { idleMs, isSameKey, sessionKey } from './sessions/session.js';
import type { SessionCredential } from './sessions/store.js';
import type { Credential } from './store.js';
import { parseTokenText } from './token-format.js';
import { isJwt, type VerifyJwt } from './trusted-issuer.js';
import type { Verifier } from './verification-cache.js';

export interface Authenticate {
  /**
   * Returns the actor of an access token, or of a trusted issuer's JSON Web Token.
   *
   * @throws UNAUTHENTICATED when the token is not valid; `detail` has the reason
   */
  bearer(tokenText: string): Promise<Actor>;
  /** Returns a user without a token, for trusted proxies. @throws UNAUTHENTICATED when the user is not active */
  user(urn: string): Promise<Actor>;
  /** Returns the actor of the token of a session of the console. @throws UNAUTHENTICATED when it, or its token, has ended */
  session(sessionId: string): Promise<Actor>;
  /** Whether this process has verified the text before, so that `bearer` costs no argon2. */
  isVerified(tokenText: string): boolean;
}

/** Every request reads the token's row, its user and the version of the policies. None of them is cached. */
export function authentication(deps: {
  credential: BatchLoader<string, Credential>;
  session: BatchLoader<string, SessionCredential>;
  user: BatchLoader<string, UserRow>;
  rights: ReadRights;
  verifier: Verifier;
  lastUsed: LastUsed;
  /** Of sessions. */
  lastSeen: LastUsed;
  clock: Clock;
  /** Null: no issuer is trusted. */
  verifyJwt: VerifyJwt | null;
}): Authenticate {
  const { credential, verifier, verifyJwt, lastUsed, clock } = deps;

  async function rightsOf(caller: Caller, policyVersion: number): Promise<Actor['can']> {
    const grants = await deps.rights(policyVersion);
    return (privilege, resource) => grants(caller, privilege, resource);
  }

  async function userActor(urn: string): Promise<Actor> {
    const row = await deps.user(urn);
    if (!row) throw unauthenticated('unknown', `user ${urn}: unknown`);
    if (row.state !== 'ACTIVE')
      throw unauthenticated('inactive_user', `user ${urn}: ${row.state.toLowerCase()}`);
    return { urn, can: await rightsOf(row, row.policyVersion), token: undefined };
  }

  /** Returns the actor of a token that was found to be valid, and records its use. */
  async function tokenActor(row: Credential, now: number, session?: string): Promise<Actor> {
    const { id, actorUrn: urn, groups, scopes } = row;
    // A rotation that is repeated spares a replacement that is in use.
    if (row.isUnusedReplacement) await lastUsed.recordFirst(id);
    else lastUsed.record(id, row.lastUsedAt);
    const userCan = await rightsOf({ urn, groups }, row.policyVersion);
    const token = { id, scopes, userCan, endsSoon: endsSoon(row, now) };
    return { urn, can: withinScopes(userCan, scopes), token, session };
  }

  return {
    async bearer(tokenText) {
      if (verifyJwt && isJwt(tokenText)) return userActor(await verifyJwt(tokenText));
      const parsed = parseTokenText(tokenText);
      if (!parsed) throw unauthenticated('malformed', 'malformed token');
      const { id } = parsed;
      const row = await credential(id);
      // The checks without argon2 come first: unknown and dead tokens are cheap to reject.
      const now = clock();
      if (!row) throw unauthenticated('unknown', `token ${id}: unknown`);
      const rejection = rejectionOf(row, now);
      if (rejection) throw unauthenticated(rejection.refusal, `token ${id}: ${rejection.reason}`);
      if (!(await verifier.matches(tokenText, row.hash)))
        throw unauthenticated('wrong_secret', `token ${id}: wrong secret`);
      return tokenActor(row, now);
    },

    async session(sessionId) {
      const key = sessionKey(sessionId);
      const row = key === null ? undefined : await deps.session(key);
      if (key === null || !row || !isSameKey(row.key, key)) throw sessionEnded('session: unknown');
      const now = clock();
      const reason = endOf(row, now) ?? rejectionOf(row, now)?.reason;
      if (reason) throw sessionEnded(`session of token ${row.id}: ${reason}`);
      deps.lastSeen.record(key, row.lastSeenAt);
      return tokenActor(row, now, key);
    },

    isVerified: verifier.isVerified,

    user: userActor,
  };
}

function endOf({ sessionEndsAt, lastSeenAt }: SessionCredential, now: number): string | null {
  if (sessionEndsAt <= now) return 'over';
  return lastSeenAt + idleMs <= now ? 'idle' : null;
}

function rejectionOf(row: Credential, now: number): { refusal: Refusal; reason: string } | null {
  if (row.revokedAt !== null) return { refusal: 'revoked', reason: 'revoked' };
  if (row.expiresAt !== null && row.expiresAt <= now) return { refusal: 'expired', reason: 'expired' };
  if (row.actorState !== 'ACTIVE')
    return { refusal: 'inactive_user', reason: `its actor is ${row.actorState.toLowerCase()}` };
  return null;
}
