import { type Actor, operator, type Requester } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { badRequest, type CatalogError, notFound } from '../core/errors.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { isServiceAccount, parseUserUrn, quoted } from '../core/urn.js';
import { warn } from '../core/warn.js';
import { invalidInput } from '../input/invalid-input.js';
import type { Hasher } from './hasher.js';
import { tokenTexts } from './input.js';
import { checkLifetime, type LifetimeRequest, type LifetimeRules } from './lifetime.js';
import { checkScopes } from './scopes.js';
import type { NotAdded, TokenStore } from './store.js';
import { type AccessToken, computeExpiry, earlier, type TokenType } from './token.js';
import { newTokenText } from './token-format.js';

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
  readonly hasher: Hasher;
  readonly clock: Clock;
  /** Cryptographically secure. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly lifetimes: LifetimeRules;
  readonly maxLivePerActor: number;
  /** EXTERNAL_TOKENS_CAP */
  readonly capsExternal: boolean;
}

/** A request whose every part was checked. */
export type CheckedTokenRequest = ReturnType<typeof checkTokenRequest>;

/**
 * Checks the actor's URN, the duration and the scopes. Transports check the texts (input.ts).
 *
 * @throws BAD_REQUEST
 */
export function checkTokenRequest(request: TokenRequest, lifetimes: LifetimeRules) {
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

/** Issues a token for a command on the server itself, without checking policies. @throws NOT_FOUND, BAD_REQUEST */
export const issueForOperator =
  (deps: IssueDeps) =>
  async (request: TokenRequest): Promise<IssuedToken> => {
    const { error } = tokenTexts.safeParse(request);
    if (error) throw invalidInput(error.issues, request);
    return issueToken(deps, operator, request.actorUrn, checkTokenRequest(request, deps.lifetimes));
  };

/**
 * Returns the latest expiry of a token that the actor creates, in ms since the epoch; null: no such limit. A caller
 * with a JSON Web Token must not keep access for longer than the issuer has granted.
 */
export const findLifetimeCap = (
  { capsExternal }: Pick<IssueDeps, 'capsExternal'>,
  actor: Actor,
): number | null => (capsExternal ? (actor.cappedAt ?? null) : null);

/** Warns that a token expires earlier than requested. */
export function warnOfCap(requester: Requester, cap: number | null, expiresAt: number | null): void {
  if (cap !== null && cap === expiresAt)
    warn(
      requester,
      `The new token ends with the JSON Web Token of its caller, at ${new Date(cap).toISOString()}`,
    );
}

/**
 * Issues a token without checking policies.
 *
 * @param cap when the new token ends at the latest, in ms since the epoch; null: no such limit
 * @throws NOT_FOUND for an unknown actor, BAD_REQUEST, UNAUTHENTICATED for a caller that has lost its standing
 */
export async function issueToken(
  deps: IssueDeps,
  requester: Requester,
  ownerUrn: string,
  { lifetime, ...request }: CheckedTokenRequest,
  cap: number | null = null,
): Promise<IssuedToken> {
  const { id, text } = newTokenText(deps.randomBytes(12), deps.randomBytes(20));
  const hash = await deps.hasher.hash(text);
  const createdAt = deps.clock();
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
  const record = { ...token, hash, cappedAt: cap };
  const added = await deps.store.add(record, deps.maxLivePerActor, requester);
  if (added === 'added') {
    warnOfCap(requester, cap, token.expiresAt);
    return { text, token };
  }
  throw refusalToAdd(added, request.actorUrn, deps);
}

/** Returns the error for a token that was not added. */
export function refusalToAdd(
  reason: NotAdded,
  actorUrn: string,
  { maxLivePerActor }: Pick<IssueDeps, 'maxLivePerActor'>,
): CatalogError {
  switch (reason) {
    case 'no actor':
      return notFound(`actorUrn ${quoted(actorUrn)} is not a known user`);
    case 'actor not active':
      return badRequest(`actorUrn ${quoted(actorUrn)} is suspended; a token could not be used`);
    case 'too many':
      return badRequest(
        `${actorUrn} has ${maxLivePerActor} live access tokens, which is the limit; revoke one first`,
      );
  }
}

function checkType(given: TokenType | null | undefined, actorUrn: string): TokenType {
  const type = isServiceAccount(actorUrn) ? 'SERVICE_ACCOUNT' : 'PERSONAL';
  if ((given ?? type) === type) return type;
  const what = type === 'PERSONAL' ? 'a person' : 'a service account';
  throw badRequest(`type is ${given}, but actorUrn ${quoted(actorUrn)} is ${what}, whose tokens are ${type}`);
}
