import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Hasher } from './hasher.js';

/** Whether a text matches a token's hash: by argon2 on its first sight, from memory afterwards. */
export interface Verifier {
  matches(text: string, hash: string): Promise<boolean>;
  /** Whether this process has seen the text match a hash. */
  isVerified(text: string): boolean;
}

/**
 * Remembers that a text matched its hash, which never changes, and nothing else: whether the token is still good
 * is read on every request. The memory holds no text, and is of no use outside this process.
 *
 * @param key 32 random bytes of this process
 */
export function createVerifier(hasher: Hasher, key: Buffer, { capacity = 100_000 } = {}): Verifier {
  const verified = new LRUCache<string, string>({ max: capacity });
  const underWay = new Map<string, Promise<boolean>>();
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64');

  async function verify(mac: string, text: string, hash: string) {
    try {
      const matches = await hasher.verify(hash, text);
      if (matches) verified.set(mac, hash);
      return matches;
    } finally {
      underWay.delete(mac);
    }
  }

  return {
    async matches(text, hash) {
      const mac = macOf(text);
      if (verified.get(mac) === hash) return true;
      const check = underWay.get(mac) ?? verify(mac, text, hash);
      underWay.set(mac, check);
      return check;
    },
    isVerified: (text) => verified.has(macOf(text)),
  };
}
