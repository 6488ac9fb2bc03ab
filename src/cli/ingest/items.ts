import { bracketedItems } from './bracketed-items.js';
import { bounded, describeLocation, type Item } from './item.js';

/**
 * Yields the items of a JSON array, of JSON lines, or of JSON documents over several lines. Memory holds one chunk of
 * the input and one item.
 *
 * @throws CommandFailed when the input ends within brackets
 */
export async function* readItems(texts: AsyncGenerator<string>): AsyncGenerator<Item> {
  // The first two characters that are not blank, and what is between them, determine the format.
  let start = '';
  while (!/\S\s*\S/.test(start)) {
    const { value, done } = await texts.next();
    if (done) break;
    start = bounded(start + value);
  }
  const all = followedBy(start, texts);
  if (/^\s*\[/.test(start)) yield* bracketedItems(all, 1);
  else if (/^\s*\{[^\S\n]*\r?\n/.test(start)) yield* bracketedItems(all, 0);
  else yield* lines(all);
}

async function* followedBy(start: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* texts;
}

async function* lines(texts: AsyncIterable<string>): AsyncGenerator<Item> {
  let [line, count, open] = [0, 0, ''];
  for await (const text of texts) {
    const parts = (open + text).split('\n');
    open = bounded(parts.pop()!);
    for (const part of parts) {
      line += 1;
      if (part.trim() !== '') yield { location: describeLocation(++count, line), text: part };
    }
  }
  if (open.trim() !== '') yield { location: describeLocation(count + 1, line + 1), text: open };
}
