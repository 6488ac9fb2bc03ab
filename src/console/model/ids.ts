const maxBytes = 512;

// What one cannot see would make ids that look the same. The joiners and selectors of emoji can be seen.
const emojiParts = [
  '(?<=\\p{Extended_Pictographic}[\\uFE0E\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
  '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
];
const invisible = new RegExp(
  `(?!${emojiParts.join('|')})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]`,
  'u',
);
const blankEnd = /^[\p{Zs}\u2800]|[\p{Zs}\u2800]$/u;
const serviceAccount = /^service_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Identified = 'tag' | 'corpuser' | 'corpGroup';

/** The rule of `idProblem`, for people. */
export const idRule = 'No "," "(" or ")", and nothing invisible.';

/**
 * Returns why the service refuses an id of a new entity, in words for people; empty: it takes it. A test compares this
 * with the rules of the service.
 */
export function idProblem(type: Identified, id: string): string {
  if (id === '') return 'An id is not empty.';
  if (id.startsWith('urn:li:')) return 'Give the last part of the URN only.';
  if (new TextEncoder().encode(`urn:li:${type}:${id}`).length > maxBytes)
    return `The URN would be longer than ${maxBytes} bytes.`;
  if (invisible.test(id)) return 'It holds a control or invisible character.';
  if (id.normalize('NFC') !== id) return 'It is not in Unicode normal form C (NFC).';
  if (blankEnd.test(id)) return 'It begins or ends with white space.';
  if (/[,()]/.test(id)) return 'It holds "," "(" or ")": write %2C, %28 or %29.';
  if (id.includes('%2c')) return 'It spells an encoded comma "%2c": write "%2C".';
  if (type === 'corpuser' && serviceAccount.test(id))
    return 'It has the form of the id of a service account, which has a page of its own.';
  return '';
}
