interface Destination {
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** The reader of the results, such as `head`, has closed the pipe. The command ends without a message. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/**
 * Returns a function that prints lines. When the reader is gone, the function throws, so that a command ends at its next
 * line. A command that prints nothing more does its work to the end.
 *
 * @param fail is called with every other error of the stream
 * @throws ReaderGone
 */
export function linePrinter(stream: Destination, fail: (error: Error) => void): (line: string) => void {
  let isGone = false;
  stream.on('error', (error) => {
    // Writes after the first failed one have other codes.
    if (error.code === 'EPIPE') isGone = true;
    else if (!isGone) fail(error);
  });
  return (line) => {
    if (isGone) throw new ReaderGone();
    stream.write(`${line}\n`);
  };
}
