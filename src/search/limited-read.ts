import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { unfinished } from '../db/errors.js';

export type LimitedRead = <T>(actor: Actor, read: () => Promise<T>) => Promise<T>;

/** Runs reads in their caller's share of the connections. @throws SERVICE_UNAVAILABLE when one takes longer than a request may */
export const limitedRead =
  ({ limited }: Pick<Database, 'limited'>): LimitedRead =>
  async (actor, read) => {
    try {
      return await limited(actor, read);
    } catch (error) {
      throw unfinished(error, 'this search', 'make the query more specific') ?? error;
    }
  };
