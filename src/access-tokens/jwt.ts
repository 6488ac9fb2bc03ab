import { pathToFileURL } from 'node:url';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { Clock } from '../core/clock.js';
import { type Refusal, unauthenticated } from '../core/errors.js';
import { isThisMachine } from '../core/proxy-address.js';
import { parseUserUrn } from '../core/urn.js';
import { readTextFile } from '../files/text-file.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { openProxy, readProxyRefusal } from '../outbound/proxy.js';
import type { TrustedIssuer, VerifyJwt } from './trusted-issuer.js';

const maxKeysBytes = 262_144;
const fetchTimeoutMs = 5_000;
/** The pause after the keys could not be read. */
const failurePauseMs = 5_000;

/**
 * Reads the keys when the first token arrives, every ten minutes, and when a token has an unknown key id.
 *
 * @param cooldownMs the least time between two reads for unknown keys, which callers can make up
 */
export function jwtVerifier(trusted: TrustedIssuer, clock: Clock, cooldownMs = 30_000): VerifyJwt {
  const { issuer, audiences, keys, userClaim, maxSeconds } = trusted;
  const keySet = createRemoteJWKSet('url' in keys ? new URL(keys.url) : pathToFileURL(keys.file), {
    timeoutDuration: fetchTimeoutMs,
    cooldownDuration: cooldownMs,
    [customFetch]: pausing('url' in keys ? fetchKeys(keys.proxy) : () => readKeys(keys.file), clock),
  });
  const options = {
    issuer,
    audience: [...audiences],
    algorithms: [...trusted.algorithms],
    requiredClaims: ['iss', 'aud', 'exp'],
  };

  return async (text) => {
    const now = clock();
    const { payload } = await jwtVerify(text, keySet, { ...options, currentDate: new Date(now) }).catch(
      (error: unknown) => {
        throw unauthenticated(toRefusal(error), `external token: ${describeReason(error)}`);
      },
    );
    const { exp = Number.POSITIVE_INFINITY, iat = Number.POSITIVE_INFINITY, [userClaim]: id } = payload;
    if (exp - Math.min(iat, now / 1_000) > maxSeconds)
      throw unauthenticated('wrong_claim', `external token: lives for more than ${maxSeconds} s`);
    const urn = typeof id === 'string' ? `urn:li:corpuser:${id}` : '';
    try {
      return { urn: parseUserUrn(urn, userClaim), expiresAt: Math.floor(exp * 1_000) };
    } catch {
      throw unauthenticated('wrong_claim', `external token: no claim ${userClaim} with the id of a user`);
    }
  };
}

/** Texts of this list only, because others can have a part of the token. */
function describeReason(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `claim ${error.claim}: ${error.reason}`;
  if (error instanceof errors.JOSEError) return error.code;
  return error instanceof KeysUnavailable ? error.message : 'malformed';
}

/** By the codes of jose; others are `malformed`. */
const refusals: ReadonlyMap<string, Refusal> = new Map([
  [errors.JWTExpired.code, 'expired'],
  [errors.JWTClaimValidationFailed.code, 'wrong_claim'],
  [errors.JWSSignatureVerificationFailed.code, 'wrong_signature'],
  [errors.JWKSNoMatchingKey.code, 'wrong_signature'],
  [errors.JOSEAlgNotAllowed.code, 'wrong_signature'],
  [errors.JWKSInvalid.code, 'keys_unavailable'],
  [errors.JWKSTimeout.code, 'keys_unavailable'],
  // The error for a response without keys.
  [errors.JOSEError.code, 'keys_unavailable'],
]);

function toRefusal(error: unknown): Refusal {
  if (error instanceof KeysUnavailable) return 'keys_unavailable';
  return (error instanceof errors.JOSEError && refusals.get(error.code)) || 'malformed';
}

class KeysUnavailable extends Error {}

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** After a failure, fails without reading for a while, since each token would cause a read. */
function pausing(read: Fetch, clock: Clock): Fetch {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (url, options) => {
    if (Math.abs(clock() - failedAt) < failurePauseMs)
      throw new KeysUnavailable('the keys of the issuer are unavailable');
    try {
      return await read(url, options);
    } catch (error) {
      failedAt = clock();
      if (error instanceof KeysUnavailable) throw error;
      const { name, message } = error as Error;
      const reason = error instanceof UnreadableFile ? message : (readProxyRefusal(error) ?? name);
      throw new KeysUnavailable(`the keys of the issuer cannot be read: ${reason}`);
    }
  };
}

/** @param proxy for addresses of other machines */
const fetchKeys =
  (proxy: string | undefined): Fetch =>
  async (url, options) => {
    if (proxy === undefined || isThisMachine(new URL(url).hostname)) return fetchBy(fetch, url, options);
    const opened = await openProxy(proxy);
    try {
      return await fetchBy(opened.fetch, url, options);
    } finally {
      await opened.close();
    }
  };

async function fetchBy(send: typeof fetch, url: string, options: RequestInit): Promise<Response> {
  const response = await send(url, { ...options, redirect: 'error' });
  if (response.status !== 200 || !response.body)
    throw new KeysUnavailable(`the address of the issuer's keys returns ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxKeysBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks));
}

const readKeys = async (file: string) => new Response(await readTextFile(file, maxKeysBytes));

const tooLarge = () => new KeysUnavailable(`the issuer's keys take more than ${maxKeysBytes} bytes`);
