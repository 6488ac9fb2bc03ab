import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { type Refusal, sessionEnded, unauthenticated } from '../core/errors.js';
import { isReservedUser } from '../core/reserved-users.js';
import type { Asks } from '../core/standing.js';
import type { BatchLoader } from '../db/batch-loader.js';
import type { Rights } from '../policies/evaluation/compiler.js';
import type { Caller } from '../policies/evaluation/resource-grants.js';
import type { ReadRights } from '../policies/evaluation/rights-reader.js';
import type { CallerRow } from '../users/user-store.js';
import { type Scopes, withinScopes } from './scopes.js';
import { idleMs, isSameKey, sessionKey } from './sessions/session.js';
import type { SignInLinks } from './sessions/sign-in-links.js';
import type { SessionCredential } from './sessions/store.js';
import { AuthenticatedCaller, type Known, type ReadContainers } from './standing.js';
import type { Credential } from './store.js';
import { endsSoon } from './token.js';
import { parseTokenText } from './token-format.js';
import { isJwt, type VerifyJwt } from './trusted-issuer.js';
import type { LastUsed } from './upkeep.js';
import type { Verifier } from './verifier.js';

export interface Authenticate {
  /**
   * Returns the caller of an access token, or of a trusted issuer's JSON Web Token.
   *
   * @throws UNAUTHENTICATED when the token is not valid; `detail` has the reason
   */
  bearer(tokenText: string): Promise<AuthenticatedCaller>;
  /** Returns the caller of the token of a sign-in link, which ends. @throws UNAUTHENTICATED when one is not valid */
  link(secret: string): Promise<AuthenticatedCaller>;
  /** Returns a user without a token, for trusted proxies. @throws UNAUTHENTICATED when the user is not active */
  user(urn: string): Promise<AuthenticatedCaller>;
  /** Returns the caller of a session of the console. @throws UNAUTHENTICATED when it, or its token, has ended */
  session(sessionId: string): Promise<AuthenticatedCaller>;
  /** Whether this process has verified the text before, so that `bearer` costs no argon2. */
  isVerified(tokenText: string): boolean;
  /** Whether the secret of the text's token is being guessed, so that `bearer` waits apart from others. */
  isGuessed(tokenText: string): boolean;
}

/** Reads one row by its key: batched with other requests, or in a transaction. */
interface Rows<Row> {
  readonly load: BatchLoader<string, Row>;
  readonly read: (keys: readonly string[], tx: Asks) => Promise<ReadonlyMap<string, Row>>;
}

const find = <Row>({ load, read }: Rows<Row>, key: string, tx?: Asks): Promise<Row | undefined> =>
  tx ? read([key], tx).then((rows) => rows.get(key)) : load(key);

interface AuthenticationDeps {
  readonly credentials: Rows<Credential>;
  readonly sessions: Rows<SessionCredential>;
  readonly users: Rows<CallerRow>;
  readonly rights: ReadRights;
  readonly readContainers: ReadContainers;
  readonly verifier: Verifier;
  readonly links: SignInLinks;
  readonly lastUsed: LastUsed;
  /** The store of sessions. */
  readonly lastSeen: LastUsed;
  readonly clock: Clock;
  /** Null: no issuer is trusted. */
  readonly verifyJwt: VerifyJwt | null;
}

/** Every request reads the token's row, its user and the version of the policies. None of them is cached. */
export function authentication(deps: AuthenticationDeps): Authenticate {
  const { verifier, verifyJwt, lastUsed, clock } = deps;

  function known(caller: Caller, policyVersion: number, scopes: Scopes, tx?: Asks): Known | Promise<Known> {
    const knownBy = (grants: Rights): Known => {
      const userCan: Actor['can'] = (privilege, resource) => grants(caller, privilege, resource);
      return { groups: caller.groups, policyVersion, userCan, can: withinScopes(userCan, scopes) };
    };
    const grants = deps.rights(policyVersion, tx);
    return grants instanceof Promise ? grants.then(knownBy) : knownBy(grants);
  }

  async function userCaller(urn: string, endsAt: number | null): Promise<AuthenticatedCaller> {
    if (isReservedUser(urn)) throw unauthenticated('unknown', `user ${urn}: reserved`);
    const read = async (tx?: Asks) => {
      const row = await find(deps.users, urn, tx);
      if (!row) throw unauthenticated('unknown', `user ${urn}: unknown`);
      if (row.state !== 'ACTIVE')
        throw unauthenticated('inactive_user', `user ${urn}: ${row.state.toLowerCase()}`);
      return known(row, row.policyVersion, null, tx);
    };
    const credentials = { urn, token: null, session: null, endsAt, cappedAt: endsAt };
    return new AuthenticatedCaller(credentials, await read(), read, deps);
  }

  const ofToken = ({ actorUrn: urn, groups, policyVersion, scopes }: Credential, tx?: Asks) =>
    known({ urn, groups }, policyVersion, scopes, tx);

  /** Records the use of a token that was found to be valid, and returns what it may do. */
  function use(row: Credential): Known | Promise<Known> {
    if (row.isUnusedReplacement) return useFirst(row.id);
    lastUsed.record(row.id, row.lastUsedAt);
    return ofToken(row);
  }

  /**
   * Records the first use of a replacement, which a rotation that is repeated then spares. If that rotation was first, it
   * has revoked the replacement.
   */
  async function useFirst(id: string): Promise<Known> {
    await lastUsed.recordFirst(id);
    return ofToken(checkLive(id, await deps.credentials.load(id)));
  }

  /** @param readAgain returns the row, or throws UNAUTHENTICATED when the token is no longer valid */
  function tokenCaller(
    row: Credential,
    knownNow: Known,
    readAgain: (tx?: Asks) => Promise<Credential>,
    session: string | null = null,
  ): AuthenticatedCaller {
    const { id, actorUrn: urn, scopes, cappedAt } = row;
    const credentials = {
      urn,
      token: { id, scopes, endsSoon: endsSoon(row, clock()) },
      session,
      endsAt: null,
      cappedAt,
    };
    const read = async (tx?: Asks) => ofToken(await readAgain(tx), tx);
    return new AuthenticatedCaller(credentials, knownNow, read, deps);
  }

  /** @throws UNAUTHENTICATED when the token is unknown or no longer valid */
  function checkLive(id: string, row: Credential | undefined): Credential {
    if (!row) throw unauthenticated('unknown', `token ${id}: unknown`);
    const rejection = findRejection(row, clock());
    if (rejection) throw unauthenticated(rejection.refusal, `token ${id}: ${rejection.reason}`);
    return row;
  }

  const bearerOf = async (row: Credential) =>
    tokenCaller(row, await use(row), async (tx) =>
      checkLive(row.id, await find(deps.credentials, row.id, tx)),
    );

  return {
    async bearer(tokenText) {
      if (verifyJwt && isJwt(tokenText)) {
        const { urn, expiresAt } = await verifyJwt(tokenText);
        return userCaller(urn, expiresAt);
      }
      const parsed = parseTokenText(tokenText);
      if (!parsed) throw unauthenticated('malformed', 'malformed token');
      const { id } = parsed;
      // The checks without argon2 come first: unknown and dead tokens are cheap to reject.
      const row = checkLive(id, await deps.credentials.load(id));
      if (!(await verifier.matches(tokenText, row.hash)))
        throw unauthenticated('wrong_secret', `token ${id}: wrong secret`);
      return bearerOf(row);
    },

    async link(secret) {
      const id = deps.links.use(secret);
      return bearerOf(checkLive(id, await deps.credentials.load(id)));
    },

    async session(sessionId) {
      const key = sessionKey(sessionId);
      const live = async (tx?: Asks) => {
        const row = key === null ? undefined : await find(deps.sessions, key, tx);
        if (key === null || !row || !isSameKey(row.key, key)) throw sessionEnded('session: unknown');
        const now = clock();
        const reason = findEnd(row, now) ?? findRejection(row, now)?.reason;
        if (reason) throw sessionEnded(`session of token ${row.id}: ${reason}`);
        return row;
      };
      const row = await live();
      deps.lastSeen.record(row.key, row.lastSeenAt);
      return tokenCaller(row, await use(row), live, row.key);
    },

    isVerified: verifier.isVerified,
    isGuessed: verifier.isGuessed,

    user: (urn) => userCaller(urn, null),
  };
}

function findEnd({ sessionEndsAt, lastSeenAt }: SessionCredential, now: number): string | null {
  if (sessionEndsAt <= now) return 'over';
  return lastSeenAt + idleMs <= now ? 'idle' : null;
}

function findRejection(row: Credential, now: number): { refusal: Refusal; reason: string } | null {
  if (row.revokedAt !== null) return { refusal: 'revoked', reason: 'revoked' };
  if (row.withdrawnAt !== null)
    return { refusal: 'withdrawn', reason: 'withdrawn: its owner or rotator is suspended' };
  if (row.expiresAt !== null && row.expiresAt <= now) return { refusal: 'expired', reason: 'expired' };
  if (row.actorState !== 'ACTIVE')
    return { refusal: 'inactive_user', reason: `its actor is ${row.actorState.toLowerCase()}` };
  return null;
}
