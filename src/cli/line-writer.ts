/** Lines on a stream and, when that is a terminal, a last line that is written over. */
export function lineWriter(stream: { readonly isTTY?: boolean; write(text: string): unknown }) {
  let shown = '';

  function show(text: string) {
    if (shown !== '') stream.write('\r\x1b[K');
    stream.write(text);
    shown = text;
  }

  return {
    tell(line: string): void {
      show('');
      stream.write(`${line}\n`);
    },
    /** Null where there is no line to write over. */
    status: stream.isTTY ? show : null,
  };
}
