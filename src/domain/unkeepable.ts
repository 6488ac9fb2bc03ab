/** Why PostgreSQL would not take a text, or fail in reading what holds it; null where it would do neither. */
export function unkeepable(text: string): string | null {
  if (text.includes('\0')) return 'holds the character U+0000';
  return /\p{Cs}/u.test(text) ? 'holds half of a surrogate pair, which is no character' : null;
}
