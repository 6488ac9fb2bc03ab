import { CommandFailed } from '../command-failed.js';
import { bounded, describeLocation, type Item } from './item.js';

/**
 * Splits JSON text into items by its brackets only, so that a broken item with matching brackets does not affect the
 * others.
 *
 * @param base the number of brackets around an item: 1 for the elements of an array, 0 for documents
 * @throws CommandFailed when the text ends within brackets
 */
export async function* bracketedItems(texts: AsyncIterable<string>, base: 0 | 1): AsyncGenerator<Item> {
  const structural = outsideStrings();
  let [line, count, depth, open] = [1, 0, 0, ''];
  /** Whether the last element has ended, and no comma has followed. */
  let needsComma = false;

  function* item(text: string): Generator<Item> {
    if (text.trim() === '') return;
    count += 1;
    const start = line - (text.trimStart().match(/\n/g)?.length ?? 0);
    const location = describeLocation(count, start);
    yield needsComma ? { location, text, problem: 'has no comma before it' } : { location, text };
  }

  for await (const text of texts) {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const char = text[at]!;
      if (char === '\n') line += 1;
      if (!structural(char)) continue;
      if (char === '{' || char === '[') {
        depth += 1;
        // The bracket of the array itself belongs to no item.
        if (depth === base) from = at + 1;
        continue;
      }
      const closes = char === '}' || char === ']';
      if (closes) depth -= 1;
      if (depth > base || !(closes || char === ',')) continue;
      yield* item(open + text.slice(from, closes && depth === base ? at + 1 : at));
      open = '';
      from = at + 1;
      needsComma = closes && base === 1 && depth === base;
    }
    open = bounded(open + text.slice(from));
  }
  yield* item(open);
  if (depth > 0)
    throw new CommandFailed('The input ends within brackets: it was cut short, or an item is broken.');
}

/** Returns a function that takes the characters of a text in order and returns whether each is outside of strings. */
function outsideStrings(): (char: string) => boolean {
  let [inString, escaped] = [false, false];
  return (char) => {
    // A JSON string contains no line break, so a string with a missing quote ends there.
    if (char === '\n') inString = escaped = false;
    else if (escaped) escaped = false;
    else if (inString && char === '\\') escaped = true;
    else if (char === '"') inString = !inString;
    else return !inString;
    return false;
  };
}
