import { type DestinationStream, destination } from 'pino';

const flushMs = 100;

/**
 * Returns a stream that writes lines in blocks of 16 KiB, 100 ms later at most. pino writes the rest when the process
 * exits. The destination gets bytes: texts it would join and measure again with every line, up to the size of a block.
 *
 * @param file a path, or the number of an open file
 */
export function blocks(file: string | number): DestinationStream {
  const bytes = destination({ dest: file, sync: false, minLength: 16_383, contentMode: 'buffer' });
  let timer: NodeJS.Timeout | undefined;
  function flush() {
    timer = undefined;
    bytes.flush();
  }
  return {
    write(line) {
      bytes.write(Buffer.from(line) as unknown as string);
      // Not `periodicFlush`, which also writes when there is nothing to write.
      if (!timer) timer = setTimeout(flush, flushMs).unref();
    },
  };
}
