import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { unauthenticated } from '../core/errors.js';
import type { BatchLoader } from '../db/batch-loader.js';
import type { ReadRights } from '../policies/rights.js';
import type { UserRow } from '../users/store.js';
import type { LastUse } from './last-used.js';
import type { Credential } from './store.js';
import { parseTokenText } from './token-format.js';
import type { Verifier } from './verification-cache.js';

export interface Authenticate {
  /** The caller behind a bearer token. @throws UNAUTHENTICATED, the reason in `detail` */
  bearer(tokenText: string): Promise<Actor>;
  /** The caller that a trusted gateway vouches for. @throws UNAUTHENTICATED */
  user(urn: string): Promise<Actor>;
  /**
   * The same for a text that this process has seen match, and not refused since; null for any other. Such a request
   * is worth beginning before the answer is known, for it nearly always is the caller.
   */
  recalled(tokenText: string): Promise<Actor> | null;
}

/** The token's row, its user and the policies' version are read for every request; nothing of them is remembered. */
export function authentication(deps: {
  credential: BatchLoader<string, Credential>;
  user: BatchLoader<string, UserRow>;
  rights: ReadRights;
  verifier: Verifier;
  lastUse: LastUse;
  clock: Clock;
}): Authenticate {
  const { credential, verifier, lastUse, clock } = deps;

  async function actorOf(urn: string, policyVersion: number): Promise<Actor> {
    const grants = await deps.rights(policyVersion);
    return { urn, can: (privilege, resource) => grants(urn, privilege, resource) };
  }

  async function tokenActor(id: string, text: string, recalled?: string) {
    const row = await credential(id);
    // What costs no argon2 is asked first: junk and dead tokens are cheap to refuse.
    const refusal = whyRefused(row, clock());
    if (!row || refusal) {
      if (recalled !== undefined) verifier.forget(text);
      throw unauthenticated(`token ${id}: ${refusal}`);
    }
    if (row.hash !== recalled && !(await verifier.matches(text, row.hash))) {
      throw unauthenticated(`token ${id}: wrong secret`);
    }
    lastUse.note(id, row.lastUsedAt);
    return actorOf(row.actorUrn, row.policyVersion);
  }

  return {
    async bearer(tokenText) {
      const parsed = parseTokenText(tokenText);
      if (!parsed) throw unauthenticated('malformed token');
      return tokenActor(parsed.id, tokenText);
    },

    recalled(tokenText) {
      const parsed = parseTokenText(tokenText);
      if (!parsed) return null;
      const hash = verifier.recall(tokenText);
      return hash === undefined ? null : tokenActor(parsed.id, tokenText, hash);
    },

    async user(urn) {
      const row = await deps.user(urn);
      if (row?.state !== 'ACTIVE')
        throw unauthenticated(`user ${urn}: ${row?.state.toLowerCase() ?? 'unknown'}`);
      return actorOf(urn, row.policyVersion);
    },
  };
}

function whyRefused(row: Credential | undefined, now: number): string | null {
  if (!row) return 'unknown';
  if (row.revokedAt !== null) return 'revoked';
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired';
  if (row.actorState !== 'ACTIVE') return `its actor is ${row.actorState.toLowerCase()}`;
  return null;
}
