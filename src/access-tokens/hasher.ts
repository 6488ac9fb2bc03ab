import { argon2id, hash, verify } from 'argon2';
import pLimit from 'p-limit';

/** argon2id, slow on purpose and bounded in number, so that it can't take the whole machine. */
export interface Hasher {
  /** @returns the PHC string: algorithm, parameters, salt and hash */
  hash(text: string): Promise<string>;
  /** Compares in constant time. */
  verify(hash: string, text: string): Promise<boolean>;
}

/** The minimum of the OWASP Password Storage Cheat Sheet; the text has 160 random bits, so no more is needed. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function createHasher({ concurrency = 2 } = {}): Hasher {
  const limit = pLimit(concurrency);
  return {
    hash: (text) => limit(() => hash(text, parameters)),
    verify: (stored, text) => limit(() => verify(stored, text)),
  };
}
