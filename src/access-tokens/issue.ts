import { type Actor, operator, type Requester } from '../core/actor.js';
import { mayManageTokens, mayUseTokens } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, type CatalogError, conflict, notFound, unauthorized } from '../core/errors.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { isServiceAccount, parseUserUrn, quoted } from '../core/urn.js';
import { warn } from '../core/warn.js';
import { invalidInput } from '../input/invalid-input.js';
import type { Hasher } from './hasher.js';
import { tokenTexts } from './input.js';
import { checkLength, checkLifetime, type LifetimeRequest, type LifetimeRules } from './lifetime.js';
import { checkTokenRights, lackingToken, noToken } from './ownership.js';
import type { Rotatable, RotationStore } from './rotation-store.js';
import { checkScopes, isWithinScopes } from './scopes.js';
import type { NotAdded, TokenStore } from './store.js';
import { type AccessToken, computeExpiry, earlier, type TokenType } from './token.js';
import { isTokenId, newTokenText } from './token-format.js';

export interface TokenRequest extends LifetimeRequest {
  /** Default: the type that the actor's tokens have. */
  readonly type?: TokenType | null | undefined;
  readonly actorUrn: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly scopes?: readonly string[] | null | undefined;
}

/** A new token with its text, which is stored nowhere. */
export interface IssuedToken {
  readonly text: string;
  readonly token: AccessToken;
}

export interface IssueDeps {
  readonly store: TokenStore;
  readonly rotations: RotationStore;
  readonly hasher: Pick<Hasher, 'hash'>;
  readonly clock: Clock;
  /** Cryptographically secure. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly lifetimes: LifetimeRules;
  readonly maxLivePerActor: number;
  /** EXTERNAL_TOKENS_CAP */
  readonly capsExternal: boolean;
}

/** Creates and rotates tokens. Their texts are stored nowhere. */
export function tokenIssuing(deps: IssueDeps) {
  const { store, rotations, clock, lifetimes, maxLivePerActor: maxLive } = deps;

  async function newSecret() {
    const { id, text } = newTokenText(deps.randomBytes(12), deps.randomBytes(20));
    return { id, text, hash: await deps.hasher.hash(text) };
  }

  /**
   * Returns the latest expiry of a token that the actor creates, in ms since the epoch; null: no such limit. A caller
   * with a JSON Web Token must not keep access for longer than the issuer has granted.
   */
  const findLifetimeCap = (actor: Actor) => (deps.capsExternal ? (actor.cappedAt ?? null) : null);

  /**
   * Issues a token without checking policies.
   *
   * @param cap when the new token ends at the latest, in ms since the epoch; null: no such limit
   * @throws NOT_FOUND for an unknown actor, BAD_REQUEST, UNAUTHENTICATED for a caller that has lost its standing
   */
  async function issueToken(
    requester: Requester,
    ownerUrn: string,
    { lifetime, ...request }: CheckedTokenRequest,
    cap: number | null = null,
  ): Promise<IssuedToken> {
    const { id, text, hash } = await newSecret();
    const createdAt = clock();
    const token: AccessToken = {
      id,
      ...request,
      ownerUrn,
      createdAt,
      expiresAt: earlier(computeExpiry(lifetime, createdAt), cap),
      lastUsedAt: null,
      withdrawnAt: null,
      withdrawnBecauseOf: [],
    };
    const added = await store.add({ ...token, hash, cappedAt: cap }, maxLive, requester);
    if (added !== 'added') throw refusalToAdd(added, request.actorUrn, maxLive);
    warnOfCap(requester, cap, token.expiresAt);
    return { text, token };
  }

  return {
    /**
     * For oneself with Generate Personal Access Tokens, for anyone with Manage All Access Tokens; within the scopes of
     * the calling token.
     */
    async create(actor: Actor, request: TokenRequest): Promise<IssuedToken> {
      const checked = checkTokenRequest(request, lifetimes);
      const { actorUrn } = checked;
      checkTokenRights(actor, actorUrn, 'create a token');
      if (!isWithinScopes(actor, checked.scopes))
        throw unauthorized(`${actor.urn} may not create a token for ${actorUrn}`);
      return issueToken(actor, actor.urn, checked, findLifetimeCap(actor));
    },

    /** For a command on the server itself, without checking policies. @throws NOT_FOUND, BAD_REQUEST */
    async issue(request: TokenRequest): Promise<IssuedToken> {
      const { error } = tokenTexts.safeParse(request);
      if (error) throw invalidInput(error.issues, request);
      return issueToken(operator, request.actorUrn, checkTokenRequest(request, lifetimes));
    },

    /**
     * Replaces a token by a new one with the same actor, owner, name, scopes and lifetime, for callers who could create
     * it. If it is called again for the same token, it revokes the earlier replacement, unless that is in use.
     *
     * @param overlapSeconds how long the replaced token still works, at most to its own end
     * @throws NOT_FOUND for managers, UNAUTHORIZED
     * @throws CONFLICT when the token has expired or is withdrawn, or its replacement is in use or has ended
     */
    async rotate(actor: Actor, id: string, overlapSeconds: number): Promise<IssuedToken> {
      const old = isTokenId(id) ? await rotations.find(id) : null;
      const allowed = old?.actorUrn === actor.urn ? mayUseTokens(actor) : mayManageTokens(actor);
      if (!allowed) throw lackingToken(actor, 'rotate this token');
      if (!old) throw noToken(id);
      if (!isWithinScopes(actor, old.scopes))
        throw unauthorized(`the scopes of ${actor.urn}'s token allow less than token ${old.id}`);

      const { text, ...next } = await newSecret();
      let cap: number | null = null;
      const token = await rotations.rotate(
        old,
        (found) => {
          if (!found || (found.revokedAt !== null && !found.replacement)) throw noToken(id);
          if (found.actorState !== 'ACTIVE') throw refusalToAdd(notActive(found), old.actorUrn, maxLive);
          const now = clock();
          const lifetime = checkLength(computeLifetime(found, id, now), lifetimes);
          // A rotation does not end what limits the token that it replaces.
          cap = deps.capsExternal ? earlier(found.cappedAt, findLifetimeCap(actor)) : null;
          return {
            ...next,
            createdAt: now,
            expiresAt: earlier(computeExpiry(lifetime, now), cap),
            cappedAt: cap,
            oldEndsAt: overlapSeconds > 0 ? now + overlapSeconds * 1_000 : null,
          };
        },
        { maxLive, tooMany: () => refusalToAdd('too many', old.actorUrn, maxLive) },
        actor,
      );
      warnOfCap(actor, cap, token.expiresAt);
      return { text, token };
    },
  };
}

/** Warns that a token expires earlier than requested. */
function warnOfCap(requester: Requester, cap: number | null, expiresAt: number | null): void {
  if (cap !== null && cap === expiresAt)
    warn(
      requester,
      `The new token ends with the JSON Web Token of its caller, at ${new Date(cap).toISOString()}`,
    );
}

/** Returns the error for a token that was not added. */
function refusalToAdd(reason: NotAdded, actorUrn: string, maxLive: number): CatalogError {
  switch (reason) {
    case 'no actor':
      return notFound(`actorUrn ${quoted(actorUrn)} is not a known user`);
    case 'actor not active':
      return badRequest(`actorUrn ${quoted(actorUrn)} is suspended; a token could not be used`);
    case 'too many':
      return badRequest(
        `${actorUrn} has ${maxLive} live access tokens, which is the limit; revoke one first`,
      );
  }
}

/** A request whose every part was checked. */
type CheckedTokenRequest = ReturnType<typeof checkTokenRequest>;

/**
 * Checks the actor's URN, the duration and the scopes. Transports check the texts (input.ts).
 *
 * @throws BAD_REQUEST
 */
function checkTokenRequest(request: TokenRequest, lifetimes: LifetimeRules) {
  const { type, actorUrn, name, description, scopes } = request;
  rejectReservedUser(actorUrn, 'actorUrn');
  return {
    type: checkType(type, parseUserUrn(actorUrn, 'actorUrn')),
    actorUrn,
    name,
    // A blank description is none.
    description: description?.trim() ? description : null,
    lifetime: checkLifetime(request, lifetimes),
    scopes: checkScopes(scopes),
  };
}

function checkType(given: TokenType | null | undefined, actorUrn: string): TokenType {
  const type = isServiceAccount(actorUrn) ? 'SERVICE_ACCOUNT' : 'PERSONAL';
  if ((given ?? type) === type) return type;
  const what = type === 'PERSONAL' ? 'a person' : 'a service account';
  throw badRequest(`type is ${given}, but actorUrn ${quoted(actorUrn)} is ${what}, whose tokens are ${type}`);
}

const notActive = ({ actorState }: Rotatable) => (actorState === 'REMOVED' ? 'no actor' : 'actor not active');

/**
 * Returns the lifetime of the replacement; null: it never expires. The rotation may have shortened the rotated token's
 * own lifetime. A token or replacement that has ended stays ended.
 *
 * @throws CONFLICT
 */
function computeLifetime({ replacement, ...old }: Rotatable, id: string, now: number): number | null {
  const { createdAt, expiresAt, revokedAt, withdrawnAt } = replacement ?? old;
  const what = replacement
    ? `the replacement ${quoted(replacement.id)} of access token ${quoted(id)}`
    : `access token ${quoted(id)}`;
  if (replacement && revokedAt !== null) throw conflict(`${what} was revoked; create a new one`);
  if (replacement?.isInUse)
    throw conflict(
      `access token ${quoted(id)} was replaced by ${quoted(replacement.id)}, which is in use; rotate the replacement`,
    );
  if (withdrawnAt !== null || old.withdrawnAt !== null)
    throw conflict(
      `${what} is refused while the user who owns or has rotated it is suspended; take it over first`,
    );
  if (expiresAt !== null && expiresAt <= now) throw conflict(`${what} has expired; create a new one`);
  return expiresAt === null ? null : expiresAt - createdAt;
}
