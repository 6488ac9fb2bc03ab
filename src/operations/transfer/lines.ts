import { StartupError } from '../../db/startup-error.js';

export const backupHint = '`catalog restore` reads a file of `catalog backup`.';

/** A row has a few aspects' worth of text at most; a longer line is not from an export. */
const maxLine = 256_000_000;

/** Yields the lines of a text as JSON values. @throws StartupError when one is too long or no JSON */
export async function* jsonLines(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
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
  function decode(chunk: Uint8Array): string {
    try {
      return decoder.decode(chunk, { stream: true });
    } catch {
      throw new StartupError(`${file} is not UTF-8 text: it is not an export of a catalog. ${backupHint}`);
    }
  }
  for await (const chunk of chunks) {
    const [first = '', ...rest] = decode(chunk).split('\n');
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
