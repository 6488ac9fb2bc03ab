import pLimit, { type LimitFunction } from 'p-limit';
import type { Requester } from '../core/actor.js';

/** Runs work for a request when it is its caller's turn. */
export type Limited = <T>(requester: Requester | undefined, work: () => Promise<T>) => Promise<T>;

/**
 * Keeps one caller from taking all connections: work that may wait for locks, or whose size the request chose, gets
 * a share of them, and each caller a part of that share. What exceeds it waits in the order of arrival, so that no
 * caller stands behind more than a few pieces of another's work. Look-ups by key, authentication among them, do
 * not pass through here and so always find a connection.
 *
 * @param connections that the process has
 */
export function callerLimit(connections: number): Limited {
  const share = Math.max(1, Math.floor(connections * 0.6));
  const perCaller = Math.max(1, Math.floor(share / 2));
  const all = pLimit(share);
  const callers = new Map<string, { readonly limit: LimitFunction; pieces: number }>();

  return async (requester, work) => {
    // The service's own work.
    if (!requester) return work();
    const { urn } = requester;
    const own = callers.get(urn) ?? { limit: pLimit(perCaller), pieces: 0 };
    callers.set(urn, own);
    own.pieces += 1;
    try {
      return await own.limit(() => all(work));
    } finally {
      // Not by the limit's own count, which goes down only after this.
      own.pieces -= 1;
      if (own.pieces === 0) callers.delete(urn);
    }
  };
}
