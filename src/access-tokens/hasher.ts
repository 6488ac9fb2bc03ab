import { argon2id, hash, verify } from 'argon2';
import pLimit from 'p-limit';

/** Hashes and verifies with argon2id, which is slow on purpose. A limit keeps it from using the whole machine. */
export interface Hasher {
  /** Returns a PHC string: algorithm, parameters, salt and hash. */
  hash(text: string): Promise<string>;
  /** Compares in constant time. */
  verify(hash: string, text: string): Promise<boolean>;
}

/** The minimum of the OWASP Password Storage Cheat Sheet. Tokens have 160 random bits, so no more is needed. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function createHasher({ concurrency = 2 } = {}): Hasher {
  const limit = pLimit(concurrency);
  return {
    hash: (text) => limit(() => hash(text, parameters)),
    verify: (stored, text) => limit(() => verify(stored, text)),
  };
}
