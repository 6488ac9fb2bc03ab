import { crc32 } from 'node:zlib';

// 17, 27 and 6 characters are the fewest that hold 96, 160 and 32 bits in base62.
const idBytesLength = 12;
const secretBytesLength = 20;
const idWidth = 17;
const secretWidth = 27;
const checksumWidth = 6;
const textLength = 'mcs_'.length + idWidth + '_'.length + secretWidth + checksumWidth;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `mcs_<id>_<secret><checksum>` as one regular expression, for secret scanners. */
export const tokenTextPattern = `mcs_[0-9A-Za-z]{${idWidth}}_[0-9A-Za-z]{${secretWidth + checksumWidth}}`;
const wholeText = new RegExp(`^${tokenTextPattern}$`);
const wholeId = new RegExp(`^[0-9A-Za-z]{${idWidth}}$`);

/** Whether a text can be a token's id at all; what can't be is not looked up. */
export const isTokenId = (text: string): boolean => wholeId.test(text);

function base62(value: bigint, width: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits.padStart(width, '0');
}

const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const checksum = (body: string) => base62(BigInt(crc32(body)), checksumWidth);

/** A new token's text from 12 random bytes for its public id and 20 for its secret, both from a CSPRNG. */
export function newTokenText(idBytes: Uint8Array, secretBytes: Uint8Array): { id: string; text: string } {
  if (idBytes.length !== idBytesLength || secretBytes.length !== secretBytesLength)
    throw new RangeError(`a token takes ${idBytesLength} and ${secretBytesLength} random bytes`);
  const id = base62(numberOf(idBytes), idWidth);
  const body = `mcs_${id}_${base62(numberOf(secretBytes), secretWidth)}`;
  return { id, text: body + checksum(body) };
}

/** For answers and logs: a caller may write a token's text where it does not belong, into a URL for one. */
export const withoutTokens = (text: string): string => text.replace(/mcs_\w*/g, 'mcs_…');

/** The id that a text claims; null when its shape or checksum is wrong, so that junk costs no look-up. */
export function parseTokenText(text: string): { id: string } | null {
  if (text.length !== textLength || !wholeText.test(text)) return null;
  const body = text.slice(0, -checksumWidth);
  if (checksum(body) !== text.slice(-checksumWidth)) return null;
  return { id: text.slice('mcs_'.length, 'mcs_'.length + idWidth) };
}
