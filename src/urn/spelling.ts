import { wordJoiners } from './joiners.js';

/** The longest URN. */
export const maxUrnBytes = 512;

const tags = '\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}';
/** The flag of a part of a country: its code in tags, such as `gbsct` (CLDR's subdivisions), and the cancel tag. */
const flag = `\\u{1F3F4}(?:[\\u{E0061}-\\u{E007A}]{2}|[\\u{E0030}-\\u{E0039}]{3})[${tags}]{1,4}\\u{E007F}`;

// With invisible characters, different URNs would look the same. An emoji can contain a joiner, variation selectors and
// tags.
// Noncharacters never get a meaning, unlike code points that are not assigned yet.
const emojiParts = [
  '(?<=\\p{Extended_Pictographic}[\\uFE0E\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
  '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
  `(?<=(?=${flag})\\u{1F3F4}[${tags}]*)[${tags}\\u{E007F}]`,
];

/** The pattern of a character that no URN contains, because it cannot be seen where it is. */
export const invisible = `(?!${[...emojiParts, ...wordJoiners].join('|')})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]`;

/** Characters that separate the parts of a URN, and are percent-encoded inside of a part. */
export const reserved = /[,()]/;

/** White space at an end of a part. The blank pattern of Braille (U+2800) shows as white space. */
export const blankEnd = /^[\p{Zs}\u2800]|[\p{Zs}\u2800]$/u;

/** The URN of a service account, which is a user whose id the service has made. */
export const serviceAccount = /^urn:li:corpuser:service_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
