/** Writes lines to a stream and, on a terminal, a status line below them that it overwrites. */
export function lineWriter(stream: { readonly isTTY?: boolean; write(text: string): unknown }) {
  let status = '';

  function setStatus(text: string) {
    if (status !== '') stream.write('\r\x1b[K');
    stream.write(text);
    status = text;
  }

  return {
    info(line: string): void {
      setStatus('');
      stream.write(`${line}\n`);
    },
    /** Null without a terminal. */
    status: stream.isTTY ? setStatus : null,
  };
}
