const ascii = /^[\0-\x7f]*$/;

/** Unicode's Stream-Safe Text Format (UAX #15, section 13) has no longer run of marks, and no language needs one. */
const maxMarks = 30;
/** The halfwidth sound marks of Japanese are letters, which NFKC turns into marks. */
const mark = '[\\p{M}\\uFF9E\\uFF9F]';
const longRun = new RegExp(`((?<!${mark})${mark}{${maxMarks + 1},})`, 'u');

/**
 * Returns a text in a Unicode normal form, in linear time. `String.normalize` sorts each run of marks by insertion, in
 * quadratic time. Therefore runs of more than 30 marks stay as they are, and the text between them is in normal form.
 */
export function toNormalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  if (ascii.test(text)) return text;
  if (!longRun.test(text)) return text.normalize(form);
  // With the captured runs at the odd positions.
  const parts = text.split(longRun);
  return parts.map((part, index) => (index % 2 === 0 ? part.normalize(form) : part)).join('');
}
