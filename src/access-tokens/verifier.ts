import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Busy } from '../core/busy.js';
import { shared } from '../scheduling/shared.js';
import type { Hasher } from './hasher.js';
import { parseTokenText } from './token-format.js';

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

/** Texts of one token, wrong in the last minute or being checked, that share the queue of all tokens. */
const sharedMax = 3;
const windowMs = 60_000;
/** Tokens whose wrong texts are counted, those that were guessed last. */
const countedMax = 5_000;
/** Texts that wait in the queue for guesses. */
const waitingMax = 1_000;

/** Compares texts with hashes, with a queue apart for tokens whose secrets are being guessed. */
export interface GuessedHasher {
  /** @throws SERVICE_UNAVAILABLE when 1,000 texts wait in the queue apart */
  verify(hash: string, text: string): Promise<boolean>;
  /** Whether the text would wait in the queue apart. */
  isGuessed(text: string): boolean;
}

/**
 * Texts of a token beyond `sharedMax` wait in a separate queue, from any address: a guess takes as long as a valid text
 * that is new to the process, and other tokens must not wait for guesses. A text counts while it is being checked,
 * because many guesses can arrive before the first of them is known to be wrong.
 *
 * @param shared the queue of all tokens
 * @param apart the queue for guesses
 */
export function guessedHasher(shared: Hasher, apart: Hasher): GuessedHasher {
  // Both by the id of a token.
  const wrong = new LRUCache<string, number>({ max: countedMax, ttl: windowMs, noUpdateTTL: true });
  const checking = new Map<string, number>();
  const parseId = (text: string) => parseTokenText(text)?.id ?? '';
  const isGuessed = (id: string) => (wrong.get(id) ?? 0) + (checking.get(id) ?? 0) >= sharedMax;

  return {
    async verify(hash, text) {
      const id = parseId(text);
      const hasher = isGuessed(id) ? apart : shared;
      if (hasher === apart && apart.queue().waiting >= waitingMax) throw tooManyGuesses();
      checking.set(id, (checking.get(id) ?? 0) + 1);
      try {
        const matches = await hasher.verify(hash, text);
        if (!matches) wrong.set(id, (wrong.get(id) ?? 0) + 1);
        return matches;
      } finally {
        const others = checking.get(id)! - 1;
        if (others > 0) checking.set(id, others);
        else checking.delete(id);
      }
    },
    isGuessed: (text) => isGuessed(parseId(text)),
  };
}

/** Not UNAUTHENTICATED: the text may be the right one. */
const tooManyGuesses = () =>
  new Busy('authentication', { message: 'Too many wrong secrets for this token. Try again later.' });
