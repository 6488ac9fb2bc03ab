import { badRequest } from '../core/errors.js';
import { parseTagUrn, quoted } from '../core/urn.js';

export function checkColour(colour: string, what = 'colorHex'): string {
  if (!/^#[0-9A-Fa-f]{6}$/.test(colour)) throw badRequest(`${what} is ${quoted(colour)}; expected #RRGGBB`);
  return colour;
}

/** The id that a client wants for a new tag: whatever makes a valid tag URN. Throws `BAD_REQUEST`. */
export function checkTagId(id: string, what = 'id'): string {
  parseTagUrn(`urn:li:tag:${id}`, `the urn made of ${what}`);
  return id;
}
