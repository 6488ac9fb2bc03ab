import type { Clock } from '../core/clock.js';
import { once } from '../scheduling/shared.js';
import type { TrustedIssuer, VerifyJwt } from './trusted-issuer.js';

/** Returns a verifier that loads jose with the first token: a start without external identity should not pay for it. */
export function externalIdentity(trusted: TrustedIssuer, clock: Clock): VerifyJwt {
  const load = once(() => import('./jwt.js').then(({ jwtVerifier }) => jwtVerifier(trusted, clock)));
  return async (text) => (await load())(text);
}
