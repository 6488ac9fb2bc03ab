import type { Steps } from '../scheduling/steps.js';
import { splitWords } from './words.js';

/** A shorter word is one letter apart from too many others. In characters. */
const minLength = 4;
/** A run of fewer characters is not found by the index of names. */
const indexed = 3;
/** Characters that stand in for any other one in a word that has no longer run. */
const usual = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/**
 * Returns patterns (LIKE) of the names with a word that a wrong, missing, additional or exchanged letter tells from a
 * word. The number of patterns is linear in the length, and each has a run of characters that an index finds.
 *
 * @returns empty for a word that is too short
 */
export function similarPatterns(word: string): string[] {
  const letters = [...word];
  if (letters.length < minLength) return [];
  const patterns = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')];
    const next = letters[at + 1] ?? '';
    return [
      ...anyBetween(before, after),
      ...anyBetween(before, letter + after),
      ...(letters.length > minLength ? [before + after] : []),
      before + next + letter + after.slice(next.length),
    ];
  });
  return [...new Set(patterns)].map((pattern) => `%${pattern}%`);
}

function anyBetween(before: string, after: string): string[] {
  if (Math.max([...before].length, [...after].length) >= indexed) return [`${before}_${after}`];
  return usual.map((letter) => before + letter + after);
}

/**
 * Returns the words of names, or their beginnings, that are one letter apart from a word: whole words first, then the
 * most frequent ones.
 */
export function* findSimilar(word: string, names: Iterable<string>, max: number): Steps<string[]> {
  const counts = new Map<string, { whole: boolean; count: number }>();
  for (const name of names) {
    yield;
    for (const { parts, whole } of splitWords(name))
      for (const found of new Set([...parts, whole])) {
        const form = similarForm(word, found);
        if (form === null) continue;
        const { whole: known = false, count = 0 } = counts.get(form) ?? {};
        counts.set(form, { whole: known || form === found, count: count + 1 });
      }
  }
  return [...counts]
    .sort(([a, one], [b, other]) => +other.whole - +one.whole || other.count - one.count || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([form]) => form);
}

/** Returns a word, or its longest beginning that is one letter apart; null when there is none. */
function similarForm(word: string, found: string): string | null {
  if (isOneLetterApart(word, found)) return found;
  const { length } = word;
  const beginnings = [length, length + 1, length - 1].map((end) => found.slice(0, end));
  return beginnings.find((beginning) => isOneLetterApart(word, beginning)) ?? null;
}

/** Whether one letter is wrong, missing or additional, or two neighbours are exchanged. */
export function isOneLetterApart(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (a.length > b.length) return isOneLetterApart(other, one);
  if (b.length - a.length > 1) return false;
  const at = b.findIndex((letter, index) => letter !== a[index]);
  if (at < 0) return false;
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join('');
  if (a.length < b.length) return rest(a, at) === rest(b, at + 1);
  if (rest(a, at + 1) === rest(b, at + 1)) return true;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2);
}
