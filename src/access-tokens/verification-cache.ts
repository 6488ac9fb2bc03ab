import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { shared } from '../scheduling/shared.js';
import type { GuessedHasher } from './guesses.js';

export interface Verifier {
  /** Whether a text matches a hash. The first check of a text costs argon2, later ones a lookup in the cache. */
  matches(text: string, hash: string): boolean | Promise<boolean>;
  /** Whether this process has seen the text match a hash. */
  isVerified(text: string): boolean;
  /** Whether too many wrong secrets have come for the token of the text, so that it waits apart from others. */
  isGuessed(text: string): boolean;
}

/**
 * Caches which hash a text has matched, a fact that never changes. Whether the token is still valid is not cached. The
 * cache has the HMACs of texts, which are useless outside this process.
 *
 * @param key 32 random bytes of this process
 */
export function createVerifier(hasher: GuessedHasher, key: Buffer, { capacity = 100_000 } = {}): Verifier {
  // By size, because the cache would reserve memory for a maximum number of entries at once.
  const matched = new LRUCache<string, string>({ maxSize: capacity, sizeCalculation: () => 1 });
  const computeMac = (text: string) => createHmac('sha256', key).update(text).digest('base64');

  const verify = shared(async (mac: string, text: string, hash: string) => {
    const matches = await hasher.verify(hash, text);
    if (matches) matched.set(mac, hash);
    return matches;
  });

  return {
    // Not async: every request asks this, and nearly all find the cache.
    matches(text, hash) {
      const mac = computeMac(text);
      return matched.get(mac) === hash || verify(mac, text, hash);
    },
    isGuessed: hasher.isGuessed,
    isVerified: (text) => matched.has(computeMac(text)),
  };
}
