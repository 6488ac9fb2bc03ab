import { badRequest } from './errors.js';
import { quoted, type Urn } from './urn.js';

/** The service itself, in the audit and in audit stamps: for commands on the server and for startup. */
export const systemUser: Urn = 'urn:li:corpuser:__datahub_system';

/** In lower case. */
const reserved: ReadonlySet<Urn> = new Set([systemUser]);

/**
 * Whether a URN represents the service itself, ignoring case. Such a URN is never a user, because the actions of that
 * user could not be distinguished from those of the service.
 */
export const isReservedUser = (urn: Urn): boolean => reserved.has(urn.toLowerCase());

/** The error text for a reserved URN. */
export const reservedRule = 'is reserved for the service itself and cannot be a user';

/** @throws BAD_REQUEST for a URN that is reserved */
export function rejectReservedUser(urn: Urn, what = 'user urn'): void {
  if (isReservedUser(urn)) throw badRequest(`${what} ${quoted(urn)} ${reservedRule}`);
}
