import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { type Sink, toLine } from './sink.js';

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Opens a file for lines at its end; a new one is readable for this account only. @throws when it is not a file */
export async function openForLines(path: string): Promise<FileHandle> {
  // Without O_NONBLOCK, a pipe would wait for its reader.
  const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  const file = await open(path, flags, 0o600).catch((error) => {
    if (error.code !== 'ELOOP') throw error;
    throw new Error(`${path} is a symbolic link, which is not followed`, { cause: error });
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is not a file`);
    // What a full disk or a killed process has left of a line must not become the beginning of the next one.
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, found.size - 1));
    if (found.size > 0 && buffer.toString() !== '\n') await file.appendFile('\n');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Appends events to a file, one per line. When the file has been moved or deleted, a new one is created. */
export function fileSink(path: string): Sink {
  let file: FileHandle | undefined;

  async function close() {
    const closing = file;
    file = undefined;
    await closing?.close();
  }

  async function isMoved(opened: FileHandle): Promise<boolean> {
    const [here, there] = await Promise.all([
      opened.stat({ bigint: true }),
      stat(path, { bigint: true }).catch(() => null),
    ]);
    return here.ino !== there?.ino || here.dev !== there.dev;
  }

  return {
    async write(events) {
      try {
        if (file && (await isMoved(file))) await close();
        file ??= await openForLines(path);
        await file.appendFile(events.map((event) => `${toLine(event)}\n`).join(''));
        await file.datasync();
        return 0;
      } catch (error) {
        await close();
        throw error;
      }
    },
    check() {},
    close,
  };
}
