import { LRUCache } from 'lru-cache';
import { CatalogError } from '../core/errors.js';
import type { Hasher } from './hasher.js';
import { parseTokenText } from './token-format.js';

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
  new CatalogError('SERVICE_UNAVAILABLE', 'Too many wrong secrets for this token. Try again later.');
