import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.js';
import { unauthenticated } from '../../core/errors.js';
import { isSameKey } from './session.js';

/** How long a link can sign in, in ms. */
const lifetimeMs = 5 * 60_000;
/** Wrong secrets after which the link ends. */
const wrongMax = 10;
const secretBytes = 16;

/** The secret of a link that signs in once. Only the terminal that the service was started on may show it. */
export interface SignInLink {
  readonly secret: string;
  /** ms since the epoch */
  readonly endsAt: number;
}

export interface SignInLinks {
  /** Makes a link that starts a session of a token. An earlier link ends. */
  create(tokenId: string): SignInLink;
  /** Ends the link with this secret. @returns the id of its token @throws UNAUTHENTICATED */
  use(secret: string): string;
}

/**
 * The one link of this process. The secret has 128 random bits, so a fast hash of it is enough. The hash is in memory
 * only: a link ends with its process, and no copy of the database has one.
 */
export function signInLinks(deps: { clock: Clock; randomBytes: (size: number) => Buffer }): SignInLinks {
  let link: { hash: string; tokenId: string; endsAt: number; wrong: number } | null = null;
  return {
    create(tokenId) {
      const secret = deps.randomBytes(secretBytes).toString('hex');
      const endsAt = deps.clock() + lifetimeMs;
      link = { hash: hash(secret), tokenId, endsAt, wrong: 0 };
      return { secret, endsAt };
    },

    // Nothing is awaited between the comparison and the end of the link: of two requests, one signs in.
    use(secret) {
      if (link !== null && link.endsAt <= deps.clock()) link = null;
      if (link === null) throw refused('used, expired or never made');
      if (!isSameKey(hash(secret), link.hash)) {
        link.wrong += 1;
        if (link.wrong === wrongMax) link = null;
        throw refused('wrong secret');
      }
      const { tokenId } = link;
      link = null;
      return tokenId;
    },
  };
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

const refused = (reason: string) => unauthenticated('unknown', `sign-in link: ${reason}`);
