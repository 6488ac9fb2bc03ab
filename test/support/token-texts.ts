import { randomBytes } from 'node:crypto';
import { newTokenText } from '../../src/access-tokens/token-format.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A text with a token's own id, another secret and a checksum that is right. */
export function withOtherSecret(text: string): string {
  const id = [...text.split('_')[1]!].reduce((sum, char) => sum * 62n + BigInt(alphabet.indexOf(char)), 0n);
  const bytes = Buffer.from(id.toString(16).padStart(24, '0'), 'hex');
  return newTokenText(bytes, randomBytes(20)).text;
}

/** A text that is right in every respect, but that nobody made it. */
export const unknownText = (): string => newTokenText(randomBytes(12), randomBytes(20)).text;
