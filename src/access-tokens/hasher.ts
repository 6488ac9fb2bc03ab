import { argon2id, hash, verify } from 'argon2';
import pLimit from 'p-limit';
import { hashChannel } from '../core/channels.js';

/** Hashes and verifies with argon2id, which is slow on purpose. A limit keeps it from using the whole machine. */
export interface Hasher {
  /** Returns a PHC string: algorithm, parameters, salt and hash. */
  hash(text: string): Promise<string>;
  /** Compares in constant time. */
  verify(hash: string, text: string): Promise<boolean>;
  queue(): HashQueue;
}

/** The numbers of running and of waiting calls. */
export interface HashQueue {
  readonly active: number;
  readonly waiting: number;
}

/** The minimum of the OWASP Password Storage Cheat Sheet. Tokens have 160 random bits, so no more is needed. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** @param name of the queue in the metrics */
export function createHasher({ concurrency = 2, name = 'authentication' } = {}): Hasher {
  const limit = pLimit(concurrency);
  function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    return limit(async () => {
      const begin = performance.now();
      try {
        return await work();
      } finally {
        const tookMs = performance.now() - begin;
        hashChannel.publish({ queue: name, waitedMs: begin - since, tookMs });
      }
    });
  }
  return {
    hash: (text) => queued(() => hash(text, parameters)),
    verify: (stored, text) => queued(() => verify(stored, text)),
    queue: () => ({ active: limit.activeCount, waiting: limit.pendingCount }),
  };
}
