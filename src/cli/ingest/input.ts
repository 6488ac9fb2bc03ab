import { constants, createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { CommandFailed } from '../command-failed.js';

/** Returns a file's content as a stream. @throws CommandFailed when the file can't be read */
export async function fileInput(file: string): Promise<AsyncIterable<Uint8Array>> {
  await access(file, constants.R_OK).catch((error) => {
    throw unreadable(file, error);
  });
  return chunksOf(file);
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024 });
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Returns the access token. @throws CommandFailed, without the text, when it can't be a header's value */
export async function tokenFrom(file: string | undefined, text: string | undefined): Promise<string | null> {
  const token = (file === undefined ? text : await contents(file))?.trim();
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token ?? null;
  throw new CommandFailed(`There is no access token in ${file ?? 'DATAHUB_GMS_TOKEN'}.`);
}

/** Returns a service's URL without a slash at the end. @throws CommandFailed when it is no http(s) URL or has a password */
export function serverUrl(text: string): string {
  const { protocol, username, password, href } = URL.canParse(text) ? new URL(text) : ({} as Partial<URL>);
  if (username || password)
    throw new CommandFailed('The server URL has a user or a password; tokens have a file.');
  if (!href || !/^https?:$/.test(protocol!))
    throw new CommandFailed(`"${text}" is no http:// or https:// URL.`);
  return href.replace(/\/+$/, '');
}

const contents = (file: string) =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });

const unreadable = (file: string, error: unknown) =>
  new CommandFailed(`${file} can't be read: ${(error as Error).message}.`);
