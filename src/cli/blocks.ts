import { errorMonitor } from 'node:events';
import type { DestinationStream, destination } from 'pino';
import type { WriteLines } from '../core/audit-target.js';

const flushMs = 100;

/** A stream for a log, and a way to write other lines between those of the log. */
export interface Blocks extends DestinationStream {
  readonly writeLines: WriteLines;
}

/**
 * Returns a stream that writes lines in blocks of 16 KiB, 100 ms later at most. pino writes the rest when the process
 * exits. The destination gets bytes: texts it would join and measure again with every line, up to the size of a block.
 *
 * @param toDestination pino's function
 * @param file a path, or the number of an open file
 */
export function blocks(toDestination: typeof destination, file: string | number): Blocks {
  const bytes = toDestination({ dest: file, sync: false, minLength: 16_383, contentMode: 'buffer' });
  /** Bytes that the destination has got, and that the system has taken from it. */
  let [given, taken] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  let broken: Error | undefined;
  const waiting = new Set<() => void>();

  // Not `periodicFlush`, which also writes when there is nothing to write.
  function flushSoon() {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      bytes.flush();
    }, flushMs).unref();
  }
  function write(line: string) {
    const block = Buffer.from(line);
    given += block.length;
    bytes.write(block as unknown as string);
    flushSoon();
  }
  const check = () => {
    for (const one of waiting) one();
  };
  bytes.on('write', (count) => {
    taken += count;
    check();
  });
  // A flush while a block is written does nothing, and the rest of less than a block would wait for the next line.
  bytes.on('drain', () => taken < given && flushSoon());
  // An error stays one that nothing handles. After a closed pipe, pino takes lines and writes none.
  bytes.on(errorMonitor, (error: Error) => {
    broken = error;
    check();
  });

  return {
    write,
    async writeLines(lines) {
      for (const line of lines) write(`${line}\n`);
      const end = given;
      await new Promise<void>((resolve, reject) => {
        const settle = () => {
          if (!broken && taken < end) return;
          waiting.delete(settle);
          if (taken >= end) resolve();
          else reject(broken);
        };
        waiting.add(settle);
        settle();
      });
    },
  };
}
