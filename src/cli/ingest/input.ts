import { constants, createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { CommandFailed } from '../command-failed.js';

/** Returns a file's content as a stream. @throws CommandFailed when the file cannot be read */
export async function fileInput(file: string): Promise<AsyncIterable<Uint8Array>> {
  await access(file, constants.R_OK).catch((error) => {
    throw unreadable(file, error);
  });
  return readChunks(file);
}

async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024 });
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, error: unknown) =>
  new CommandFailed(`${file} cannot be read: ${(error as Error).message}.`);
