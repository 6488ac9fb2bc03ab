import { operator, type Requester } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { badRequest, CatalogError, notFound } from '../core/errors.js';
import { invalidInput } from '../core/invalid-input.js';
import { parseUserUrn, quoted } from '../core/urn.js';
import type { Hasher } from './hasher.js';
import { tokenTexts } from './input.js';
import type { TokenStore } from './store.js';
import { type AccessToken, expiryOf, type TokenDuration, tokenDurations } from './token.js';
import { newTokenText } from './token-format.js';

export interface TokenRequest {
  readonly actorUrn: string;
  /** A key of `tokenDurations`. */
  readonly duration: string;
  readonly name: string;
  readonly description?: string | null | undefined;
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
  readonly allowNoExpiry: boolean;
  readonly maxLivePerActor: number;
}

/** A request whose every part was checked. */
export type CheckedTokenRequest = ReturnType<typeof checkTokenRequest>;

/**
 * Checks the actor's URN and the duration. Transports check the texts (input.ts).
 *
 * @throws BAD_REQUEST
 */
export function checkTokenRequest(
  { actorUrn, name, description, duration }: TokenRequest,
  allowNoExpiry: boolean,
) {
  return {
    actorUrn: parseUserUrn(actorUrn, 'actorUrn'),
    name,
    // A blank description is none.
    description: description?.trim() ? description : null,
    duration: checkDuration(duration, allowNoExpiry),
  };
}

/** Issues a token on the machine's own console, where no policy is asked. @throws NOT_FOUND, BAD_REQUEST */
export const issueForOperator =
  (deps: IssueDeps) =>
  async (request: TokenRequest): Promise<IssuedToken> => {
    const { error } = tokenTexts.safeParse(request);
    if (error) throw invalidInput(error.issues, request);
    return issueToken(deps, operator, request.actorUrn, checkTokenRequest(request, deps.allowNoExpiry));
  };

/** Issues a token without asking a policy. @throws NOT_FOUND for an unknown actor, BAD_REQUEST */
export async function issueToken(
  deps: IssueDeps,
  requester: Requester,
  ownerUrn: string,
  { duration, ...request }: CheckedTokenRequest,
): Promise<IssuedToken> {
  const { id, text } = newTokenText(deps.randomBytes(12), deps.randomBytes(20));
  const hash = await deps.hasher.hash(text);
  const createdAt = deps.clock();
  const token: AccessToken = {
    id,
    type: 'PERSONAL',
    ...request,
    ownerUrn,
    createdAt,
    expiresAt: expiryOf(duration, createdAt),
    lastUsedAt: null,
  };
  const { actorUrn } = request;
  switch (await deps.store.add({ ...token, hash }, deps.maxLivePerActor, requester)) {
    case 'added':
      return { text, token };
    case 'no actor':
      throw notFound(`actorUrn ${quoted(actorUrn)} is not a known user`);
    case 'actor not active':
      throw badRequest(`actorUrn ${quoted(actorUrn)} is suspended; a token could not be used`);
    case 'too many':
      throw new CatalogError(
        'BAD_REQUEST',
        `${actorUrn} has ${deps.maxLivePerActor} live access tokens, as many as are allowed; revoke one first`,
      );
  }
}

function checkDuration(duration: string, allowNoExpiry: boolean): TokenDuration {
  if (!Object.hasOwn(tokenDurations, duration)) {
    throw badRequest(`duration is ${quoted(duration)}; there are ${Object.keys(tokenDurations).join(', ')}`);
  }
  if (duration === 'NO_EXPIRY' && !allowNoExpiry) {
    throw badRequest(
      'duration NO_EXPIRY is not allowed here (ACCESS_TOKEN_ALLOW_NO_EXPIRY); ONE_YEAR is the longest',
    );
  }
  return duration as TokenDuration;
}
