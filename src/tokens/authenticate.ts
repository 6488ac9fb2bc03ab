import type { Load } from '../db/batched.js';
import type { Actor } from '../domain/actor.js';
import type { Clock } from '../domain/clock.js';
import { unauthenticated } from '../domain/errors.js';
import { parseTokenText } from '../domain/token-text.js';
import type { ReadRights } from '../policies/rights.js';
import type { UserRow } from '../users/store.js';
import type { LastUse } from './last-use.js';
import type { Credential } from './store.js';
import type { Verifier } from './verified.js';

export interface Authenticate {
  /** The caller behind a bearer token. @throws UNAUTHENTICATED, the reason in `detail` */
  bearer(tokenText: string): Promise<Actor>;
  /** The caller that a trusted gateway vouches for. @throws UNAUTHENTICATED */
  user(urn: string): Promise<Actor>;
  /** Whether this process has seen the text match, without asking the database. */
  remembers(tokenText: string): boolean;
}

/** The token's row, its user and the policies' version are read for every request; nothing of them is remembered. */
export function authentication(deps: {
  credential: Load<string, Credential>;
  user: Load<string, UserRow>;
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

  return {
    async bearer(tokenText) {
      const parsed = parseTokenText(tokenText);
      if (!parsed) throw unauthenticated('malformed token');
      const row = await credential(parsed.id);
      // What costs no argon2 is asked first: junk and dead tokens are cheap to refuse.
      const refusal = whyRefused(row, clock());
      if (!row || refusal) throw unauthenticated(`token ${parsed.id}: ${refusal}`);
      if (!(await verifier.matches(tokenText, row.hash))) {
        throw unauthenticated(`token ${parsed.id}: wrong secret`);
      }
      lastUse.note(parsed.id, row.lastUsedAt);
      return actorOf(row.actorUrn, row.policyVersion);
    },

    async user(urn) {
      const row = await deps.user(urn);
      if (row?.state !== 'ACTIVE')
        throw unauthenticated(`user ${urn}: ${row?.state.toLowerCase() ?? 'unknown'}`);
      return actorOf(urn, row.policyVersion);
    },

    remembers: (tokenText) => verifier.remembers(tokenText),
  };
}

function whyRefused(row: Credential | undefined, now: number): string | null {
  if (!row) return 'unknown';
  if (row.revokedAt !== null) return 'revoked';
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired';
  if (row.actorState !== 'ACTIVE') return `its actor is ${row.actorState.toLowerCase()}`;
  return null;
}
