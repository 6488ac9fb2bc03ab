import { StartupError } from '../../db/startup-error.js';

export const backupHint = '`catalog restore` reads a file of `catalog backup`.';

/** A row has a few aspects' worth of text at most; a longer line is not from an export. */
const maxLine = 256_000_000;

/** Yields the lines of a text as JSON values. @throws StartupError when one is too long or no JSON */
export async function* jsonLines(texts: AsyncIterable<string>, file: string): AsyncGenerator<unknown> {
  let parts: string[] = [];
  let length = 0;
  let number = 0;
  const parse = (text: string) => {
    number += 1;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new StartupError(
        `Line ${number} of ${file} is not JSON: the file is not an export of a catalog, or it is damaged. ${backupHint}`,
      );
    }
  };
  for await (const text of texts) {
    const [first = '', ...rest] = text.split('\n');
    parts.push(first);
    length += first.length;
    if (length > maxLine)
      throw new StartupError(`${file} is not an export of a catalog: it has a line of ${length} characters.`);
    for (const next of rest) {
      yield parse(parts.join(''));
      parts = [next];
      length = next.length;
    }
  }
  if (length > 0) yield parse(parts.join(''));
}
