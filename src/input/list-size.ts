import { badRequest } from '../core/errors.js';

/** @param what the list, as the request names it @throws BAD_REQUEST when it has more than `max` entries */
export function checkListSize(what: string, size: number, max: number): void {
  if (size > max) throw badRequest(`${what} has ${size} entries; at most ${max} are allowed`);
}
