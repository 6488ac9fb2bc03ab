import pLimit, { type LimitFunction } from 'p-limit';
import type { Requester } from '../core/actor.js';

/** Runs work for an actor's request when the limits allow it. */
export type Limited = <T>(requester: Requester | undefined, work: () => Promise<T>) => Promise<T>;

/**
 * Prevents one actor from using all connections. Work that may wait for locks, or whose size the request chose, gets a
 * share of them, and each actor a part of that share. More work waits in the order of arrival, so an actor waits for
 * only a few pieces of another actor's work. Reads whose cost is bounded and small need no share and always find a
 * connection: lookups by key, such as authentication, and first pages of what has one tag. Concurrent requests share
 * their statements (batch-loader.ts), so they take few connections.
 *
 * @param connections of this process
 */
export function actorLimit(connections: number): Limited {
  const share = Math.max(1, Math.floor(connections * 0.6));
  const all = pLimit(share);
  const own = limitPerActor(Math.max(1, Math.floor(share / 2)));
  // The service's own work is not limited.
  return (requester, work) => (requester ? own(requester, () => all(work)) : work());
}

/**
 * Runs at most this many pieces of each actor's work at a time. More of it waits in the order of arrival.
 *
 * @param pieces 1 or more
 */
export function limitPerActor(pieces: number) {
  const actors = new Map<string, { readonly limit: LimitFunction; pending: number }>();

  return async <T>({ urn }: Requester, work: () => Promise<T>): Promise<T> => {
    const own = actors.get(urn) ?? { limit: pLimit(pieces), pending: 0 };
    actors.set(urn, own);
    own.pending += 1;
    try {
      return await own.limit(work);
    } finally {
      // The limit's own `pendingCount` decreases later than this.
      own.pending -= 1;
      if (own.pending === 0) actors.delete(urn);
    }
  };
}
