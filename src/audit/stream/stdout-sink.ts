import type { WriteLines } from '../../core/audit-target.js';
import { type Sink, toLine, within, writeMs } from './sink.js';

/**
 * Writes events to standard output, through the queue of the log, so that no line is inside another one. While nothing reads
 * them, one part of the events is in memory, and the others wait in the database.
 */
export function stdoutSink(writeLines: WriteLines, limitMs = writeMs): Sink {
  let writing: Promise<void> | undefined;

  async function finish() {
    await (writing && within(writing, limitMs, `nothing was read from it for ${limitMs} ms`));
    writing = undefined;
  }

  return {
    async write(events) {
      // Lines of a failed attempt are still in the queue: they are not followed by more, but by the same again.
      await finish();
      writing = writeLines(events.map((event) => toLine(event, { stream: 'audit' })));
      writing.catch(() => {
        writing = undefined;
      });
      await finish();
      return 0;
    },
    check() {},
    async close() {},
  };
}
