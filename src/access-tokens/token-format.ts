import { crc32 } from 'node:zlib';
import { tokenStart } from '../core/text.js';

// In base62, 96, 160 and 32 bits take at least 17, 27 and 6 characters.
const idBytesLength = 12;
const secretBytesLength = 20;
const idWidth = 17;
const secretWidth = 27;
const checksumWidth = 6;
const textLength = tokenStart.length + idWidth + '_'.length + secretWidth + checksumWidth;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The source of a regular expression for `mcs_<id>_<secret><checksum>`, for secret scanners. */
export const tokenTextPattern = `${tokenStart}[0-9A-Za-z]{${idWidth}}_[0-9A-Za-z]{${secretWidth + checksumWidth}}`;
const wholeText = new RegExp(`^${tokenTextPattern}$`);
const wholeId = new RegExp(`^[0-9A-Za-z]{${idWidth}}$`);

/** Whether a text has the form of a token's id. Other texts need no lookup. */
export const isTokenId = (text: string): boolean => wholeId.test(text);

function base62(value: bigint, width: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits.padStart(width, '0');
}

const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
/**
 * The checksum has few enough digits for a number, which takes a tenth of the time of a `bigint`: every request needs a
 * checksum.
 */
function numberIn(digits: string): number {
  let value = 0;
  for (const digit of digits) value = alphabet.length * value + alphabet.indexOf(digit);
  return value;
}

const checksum = (body: string) => base62(BigInt(crc32(body)), checksumWidth);

/** Makes a token from 12 random bytes for its public id and 20 for its secret. Both must come from a CSPRNG. */
export function newTokenText(idBytes: Uint8Array, secretBytes: Uint8Array): { id: string; text: string } {
  if (idBytes.length !== idBytesLength || secretBytes.length !== secretBytesLength)
    throw new RangeError(`a token takes ${idBytesLength} and ${secretBytesLength} random bytes`);
  const id = base62(toNumber(idBytes), idWidth);
  const body = `${tokenStart}${id}_${base62(toNumber(secretBytes), secretWidth)}`;
  return { id, text: body + checksum(body) };
}

/** Returns the id in a token's text, or null when its form or checksum is wrong, so that invalid texts cost no lookup. */
export function parseTokenText(text: string): { id: string } | null {
  if (text.length !== textLength || !wholeText.test(text)) return null;
  if (crc32(text.slice(0, -checksumWidth)) !== numberIn(text.slice(-checksumWidth))) return null;
  return { id: text.slice(tokenStart.length, tokenStart.length + idWidth) };
}
