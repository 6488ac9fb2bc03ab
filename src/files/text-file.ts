import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { UnreadableFile, unreadable } from './unreadable-file.js';

/** Reads a small text file. @throws UnreadableFile */
export const readTextFile = (path: string, maxBytes: number): Promise<string> =>
  readText(fileChunks(path), path, maxBytes);

/**
 * Like `readTextFile`, for the start of the process.
 *
 * @param pipeMs how long the writer of a pipe is waited for, so that a start does not hang
 */
export function readTextFileSync(path: string, maxBytes: number, pipeMs = 5_000): string {
  const decode = decoder(path);
  try {
    const bytes = readBounded(path, maxBytes + 1, pipeMs);
    if (bytes.length > maxBytes) throw tooLarge(path, maxBytes);
    return decode(bytes) + decode();
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Reads a small text. @param name the name of its source in error messages @throws UnreadableFile */
export async function readText(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  maxBytes: number,
): Promise<string> {
  async function* bounded() {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(name, maxBytes);
      yield chunk;
    }
  }
  let text = '';
  for await (const part of decodeTexts(bounded(), name)) text += part;
  return text;
}

/** Yields a file in chunks. Pass them to `decodeTexts`, which describes errors. */
export const fileChunks = (path: string): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: 256 * 1024 });

/** Yields the text of chunks of bytes. @throws UnreadableFile when reading fails, or the bytes are not text */
export async function* decodeTexts(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string, void> {
  const decode = decoder(name);
  try {
    for await (const chunk of chunks) yield decode(chunk);
  } catch (error) {
    throw unreadable(name, error);
  }
  yield decode();
}

/**
 * Returns a function that decodes chunks, and at the end, without a chunk, what is left. A byte order mark selects the
 * encoding and is removed: editors on Windows write one, and Windows PowerShell's `>` writes UTF-16. UTF-16 without a
 * mark is refused instead of guessed; its NUL characters, which no text file has, reveal it.
 */
function decoder(name: string): (chunk?: Uint8Array) => string {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk ?? Buffer.alloc(0)]);
    const isMarkComplete = held.length >= 2 || !chunk;
    if (!decoder && !isMarkComplete) return '';
    decoder ??= new TextDecoder(detectEncoding(held), { fatal: true });
    const text = checked(name, () => decoder!.decode(held, { stream: chunk !== undefined }));
    held = Buffer.alloc(0);
    return text;
  };
}

function detectEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function checked(name: string, decode: () => string): string {
  let text = '\0';
  try {
    text = decode();
  } catch {
    // Refused below.
  }
  if (!text.includes('\0')) return text;
  throw new UnreadableFile(
    `${name} is not UTF-8 text. Save it as UTF-8; UTF-16 is read only with a byte order mark.`,
    'content',
  );
}

/** Reads at most so many bytes. A size would say nothing about pipes and devices. */
function readBounded(path: string, maxBytes: number, pipeMs: number): Uint8Array {
  // Opening a pipe would wait for its writer.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const isPipe = fstatSync(file).isFIFO();
    const buffer = Buffer.alloc(maxBytes);
    const end = performance.now() + pipeMs;
    let length = 0;
    for (;;) {
      const read = readNow(file, buffer, length);
      length += read ?? 0;
      if (length === maxBytes || (read === 0 && (!isPipe || length > 0))) return buffer.subarray(0, length);
      if (read) continue;
      if (performance.now() > end)
        throw new UnreadableFile(
          `${path} is a pipe that nothing was written to within ${pipeMs / 1_000} s.`,
          'content',
        );
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  } finally {
    closeSync(file);
  }
}

/** @returns the number of bytes, 0 without a writer or at the end; null: the writer has not written yet */
function readNow(file: number, buffer: Buffer, from: number): number | null {
  try {
    return readSync(file, buffer, from, buffer.length - from, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}

const tooLarge = (name: string, maxBytes: number) =>
  new UnreadableFile(`${name} has more than ${maxBytes} bytes. Check that it is the right file.`, 'content');
