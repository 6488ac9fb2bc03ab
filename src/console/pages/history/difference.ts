/** The end of what is the same, what went, what came, and the beginning of what is the same after it. */
export interface Difference {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** Characters that are shown of each part. */
const shownLength = 240;
const contextLength = 80;

/** Words, and the white space between them. */
const words = (text: string) => text.split(/(\s+)/u);
const cutEnd = (text: string, length: number) =>
  text.length > length ? `${[...text].slice(0, length).join('')}…` : text;
const cutStart = (text: string, length: number) =>
  text.length > length ? `…${[...text].slice(-length).join('')}` : text;

/** Compares two texts by words. Parts that are the same within the difference are shown as changed. */
export function difference(from: string, to: string): Difference {
  const [old, now] = [words(from), words(to)];
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return {
    before: cutStart(old.slice(0, start).join(''), contextLength),
    removed: cutEnd(old.slice(start, old.length - end).join(''), shownLength),
    added: cutEnd(now.slice(start, now.length - end).join(''), shownLength),
    after: cutEnd(old.slice(old.length - end).join(''), contextLength),
  };
}
