import { withoutTokens } from '../core/text.js';

/**
 * Writes lines to a stream and, on a terminal, a status line below them that it overwrites. Errors quote arguments and
 * URLs, so that no line shows the text of a token.
 */
export function lineWriter(stream: { readonly isTTY?: boolean; write(text: string): unknown }) {
  let status = '';

  function setStatus(text: string) {
    if (status !== '') stream.write('\r\x1b[K');
    stream.write(withoutTokens(text));
    status = text;
  }

  return {
    info(line: string): void {
      setStatus('');
      stream.write(`${withoutTokens(line)}\n`);
    },
    /** Null without a terminal. */
    status: stream.isTTY ? setStatus : null,
  };
}
