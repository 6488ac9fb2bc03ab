/** Returns the words that a query looks for, without the signs and names of its language (docs/search.md). */
export function queryWords(query: string): string[] {
  const text = query.startsWith('/q ')
    ? query.slice(3).replace(/(^|[\s(])-\S+|\b(AND|OR|NOT)\b|\w+:/g, ' ')
    : query;
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  return [...new Set(words.flatMap((word) => [word, ...word.split('_')]))].filter((word) => word !== '');
}

const wordPattern = (words: readonly string[]) =>
  new RegExp(`(${[...words].sort((one, other) => other.length - one.length).join('|')})`, 'giu');

export const hasWord = (text: string, words: readonly string[]): boolean =>
  words.length > 0 && wordPattern(words).test(text);

/** Marks words in a text. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return <>{text}</>;
  // With one group, every second part is a word.
  const parts = text.split(wordPattern(words));
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part))}</>;
}

const before = 60;

/** Returns the part of a text around the first of the words, at most some characters. */
export function excerpt(text: string, words: readonly string[], length = 240): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const found = words.length === 0 ? -1 : line.search(wordPattern(words));
  const start = Math.min(Math.max(0, found - before), line.length - length);
  const end = start + length;
  return `${start > 0 ? '… ' : ''}${line.slice(start, end)}${end < line.length ? ' …' : ''}`;
}
