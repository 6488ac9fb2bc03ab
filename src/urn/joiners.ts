/*
 * Code points by the Unicode properties that regular expressions do not know: Joining_Type (Unicode 18) and
 * Canonical_Combining_Class. Code points of newer versions are missing until they are added, so that a joiner beside
 * them is refused.
 */

/** Letters that join on both sides. */
const dual = [
  '\\u0620\\u0626\\u0628\\u062A-\\u062E\\u0633-\\u063F\\u0641-\\u0647\\u0649\\u064A\\u066E\\u066F\\u0678-',
  '\\u0687\\u069A-\\u06BF\\u06C1\\u06C2\\u06CC\\u06CE\\u06D0\\u06D1\\u06FA-\\u06FC\\u06FF\\u0712-\\u0714',
  '\\u071A-\\u071D\\u071F-\\u0727\\u0729\\u072B\\u072D\\u072E\\u074E-\\u0758\\u075C-\\u076A\\u076D-\\u0770',
  '\\u0772\\u0775-\\u0777\\u077A-\\u077F\\u07CA-\\u07EA\\u0841-\\u0845\\u0848\\u084A-\\u0853\\u0855\\u0860',
  '\\u0862-\\u0865\\u0868\\u0886\\u0889-\\u088D\\u088F\\u08A0-\\u08A9\\u08AF\\u08B0\\u08B3-\\u08B8\\u08BA-',
  '\\u08C8\\u1807\\u1820-\\u1878\\u1887-\\u18A8\\u18AA\\uA840-\\uA871\\u{10AC0}-\\u{10AC4}\\u{10AD3}-',
  '\\u{10AD6}\\u{10AD8}-\\u{10ADC}\\u{10ADE}-\\u{10AE0}\\u{10AEB}-\\u{10AEE}\\u{10B80}\\u{10B82}\\u{10B86}-',
  '\\u{10B88}\\u{10B8A}\\u{10B8B}\\u{10B8D}\\u{10B90}\\u{10BAD}\\u{10BAE}\\u{10D01}-\\u{10D21}\\u{10D23}',
  '\\u{10EC3}\\u{10EC4}\\u{10EC6}\\u{10EC7}\\u{10F30}-\\u{10F32}\\u{10F34}-\\u{10F44}\\u{10F51}-\\u{10F53}',
  '\\u{10F70}-\\u{10F73}\\u{10F76}-\\u{10F81}\\u{10FB0}\\u{10FB2}\\u{10FB3}\\u{10FB8}\\u{10FBB}\\u{10FBC}',
  '\\u{10FBE}\\u{10FBF}\\u{10FC1}\\u{10FC4}\\u{10FCA}\\u{1E900}-\\u{1E943}',
].join('');

/** Letters that join to the one before them only. */
const right = [
  '\\u0622-\\u0625\\u0627\\u0629\\u062F-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06C0',
  '\\u06C3-\\u06CB\\u06CD\\u06CF\\u06D2\\u06D3\\u06D5\\u06EE\\u06EF\\u0710\\u0715-\\u0719\\u071E\\u0728',
  '\\u072A\\u072C\\u072F\\u074D\\u0759-\\u075B\\u076B\\u076C\\u0771\\u0773\\u0774\\u0778\\u0779\\u0840',
  '\\u0846\\u0847\\u0849\\u0854\\u0856-\\u0858\\u0867\\u0869\\u086A\\u0870-\\u0882\\u088E\\u08AA-\\u08AC',
  '\\u08AE\\u08B1\\u08B2\\u08B9\\u{10AC5}\\u{10AC7}\\u{10AC9}\\u{10ACA}\\u{10ACE}-\\u{10AD2}\\u{10ADD}',
  '\\u{10AE1}\\u{10AE4}\\u{10AEF}\\u{10B81}\\u{10B83}-\\u{10B85}\\u{10B89}\\u{10B8C}\\u{10B8E}\\u{10B8F}',
  '\\u{10B91}\\u{10BA9}-\\u{10BAC}\\u{10D22}\\u{10EC2}\\u{10F33}\\u{10F54}\\u{10F74}\\u{10F75}\\u{10FB4}-',
  '\\u{10FB6}\\u{10FB9}\\u{10FBA}\\u{10FBD}\\u{10FC2}\\u{10FC3}\\u{10FC9}',
].join('');

/** Letters that join to the one after them only. */
const left = ['\\uA872\\u{10ACD}\\u{10AD7}\\u{10D00}\\u{10ED9}-\\u{10EEE}\\u{10FCB}'].join('');

/** Signs that remove the vowel of a consonant (combining class 9). */
const viramas = [
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0EBA',
  '\\u0F84\\u1039\\u103A\\u1714\\u1715\\u1734\\u17D2\\u1A60\\u1B44\\u1BAA\\u1BAB\\u1BF2\\u1BF3\\u2D7F',
  '\\uA806\\uA82C\\uA8C4\\uA953\\uA9C0\\uAAF6\\uABED\\u{10A3F}\\u{11046}\\u{11070}\\u{1107F}\\u{110B9}',
  '\\u{11133}\\u{11134}\\u{111C0}\\u{11235}\\u{112EA}\\u{1134D}\\u{113CE}-\\u{113D0}\\u{11442}\\u{114C2}',
  '\\u{115BF}\\u{1163F}\\u{116B6}\\u{1172B}\\u{11839}\\u{1193D}\\u{1193E}\\u{119E0}\\u{11A34}\\u{11A47}',
  '\\u{11A99}\\u{11C3F}\\u{11D44}\\u{11D45}\\u{11D97}\\u{11F41}\\u{11F42}\\u{1612F}',
].join('');

/**
 * Patterns of joiners that change how a word looks: by the rules A.1 and A.2 of RFC 5892 (CONTEXTJ), after a virama, and
 * a non-joiner also between two letters that would join; and between a letter and its virama, as in the Bengali
 * ya-phalaa (the Unicode Standard, chapter 12).
 */
export const wordJoiners = [
  `(?<=[${viramas}])[\\u200C\\u200D]`,
  `(?<=\\p{Lo}\\p{M}?)[\\u200C\\u200D](?=[${viramas}])`,
  `(?<=[${left}${dual}]\\p{M}*)\\u200C(?=\\p{M}*[${right}${dual}])`,
];
