import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import type { Database } from '../db/database.js';
import { isTooMuchWork } from '../db/errors.js';

export type LimitedRead = <T>(actor: Actor, read: () => Promise<T>) => Promise<T>;

/** Runs reads in their caller's share of the connections. @throws BAD_REQUEST when one takes longer than a request may */
export const limitedRead =
  ({ limited }: Pick<Database, 'limited'>): LimitedRead =>
  async (actor, read) => {
    try {
      return await limited(actor, read);
    } catch (error) {
      if (!isTooMuchWork(error)) throw error;
      throw badRequest('this search takes longer than the request timeout; make the query more specific');
    }
  };
