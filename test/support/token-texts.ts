import { randomBytes } from 'node:crypto';
import { newTokenText } from '../../src/access-tokens/token-format.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a text with the id of a token, another secret and a correct checksum. */
export function withOtherSecret(text: string): string {
  const id = [...text.split('_')[1]!].reduce((sum, char) => sum * 62n + BigInt(alphabet.indexOf(char)), 0n);
  const bytes = Buffer.from(id.toString(16).padStart(24, '0'), 'hex');
  return newTokenText(bytes, randomBytes(20)).text;
}

/** Returns a well-formed text of a token that does not exist. */
export const unknownText = (): string => newTokenText(randomBytes(12), randomBytes(20)).text;
