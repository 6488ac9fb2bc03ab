import { createHash, timingSafeEqual } from 'node:crypto';

/** How long a session lives without a request. The store's index has the same number. */
export const idleMs = 30 * 60_000;
/** How long a session lives at most, in ms. A token that ends sooner ends its sessions. */
export const lifetimeMs = 12 * 3_600_000;
/** Live sessions of one token. */
export const sessionsPerToken = 20;

const idBytes = 32;
const idText = /^[\w-]{43}$/;

/** Makes the id of a session, 256 random bits. @param randomBytes of a CSPRNG */
export const newSessionId = (randomBytes: (size: number) => Buffer): string =>
  randomBytes(idBytes).toString('base64url');

/**
 * Returns the key that a session is stored under, the SHA-256 of its id in hexadecimal; null for a text that is not an
 * id, so that it costs no lookup. The whole id is random, so a slow hash would not add security.
 */
export const sessionKey = (id: string): string | null =>
  idText.test(id) ? createHash('sha256').update(id).digest('hex') : null;

/** Compares two keys in constant time. */
export const isSameKey = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
