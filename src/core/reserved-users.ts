import { badRequest } from './errors.js';
import { quoted, type Urn } from './urn.js';

/** Who the service itself is, in the audit and in stamps: at the machine's own console and at a start. */
export const systemUser: Urn = 'urn:li:corpuser:__datahub_system';

/** In lower case. */
const reserved: ReadonlySet<Urn> = new Set([systemUser]);

/**
 * Whether a URN stands for the service itself, whatever the case of its letters. It is never a user: what such a user did
 * could not be told from what the service did.
 */
export const isReservedUser = (urn: Urn): boolean => reserved.has(urn.toLowerCase());

/** What errors say about a reserved URN. */
export const reservedRule = 'is reserved: it stands for the service itself, and cannot be a user';

/** @throws BAD_REQUEST for a URN that is reserved */
export function rejectReservedUser(urn: Urn, what = 'user urn'): void {
  if (isReservedUser(urn)) throw badRequest(`${what} ${quoted(urn)} ${reservedRule}`);
}
