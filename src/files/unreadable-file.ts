import { constants, lstatSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { userName } from './user-name.js';

/** Why a file cannot be read: one line with the path and the fix, and nothing of the content. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  /** @param kind whether there is no such file, the system refuses to read it, or its content is unsuitable */
  constructor(
    message: string,
    readonly kind: 'missing' | 'access' | 'content',
  ) {
    super(message);
  }
}

/** Returns an error of the system in words. @param name the path, or what the file is */
export function unreadable(name: string, error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const isMissing = (code === 'ENOENT' && !isLink(name)) || code === 'ENOTDIR';
  return new UnreadableFile(
    `${name} cannot be read: ${describeFileError(name, error)}`,
    isMissing ? 'missing' : 'access',
  );
}

/** Returns the reason why a file cannot be read, and the fix, as sentences. */
export function describeFileError(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      if (isLink(path)) return 'it is a symbolic link to a file that does not exist. Replace the link.';
      return `there is no such file${isAbsolute(path) ? '' : ` in ${process.cwd()}`}. Check the path.`;
    case 'ENOTDIR':
      return 'the path goes through a file as if it were a folder. Check the path.';
    case 'EISDIR':
      return 'it is a folder, and a file is needed.';
    case 'EACCES':
    case 'EPERM':
      return `user ${userName()} may not read it. Change its owner or its mode, or those of a folder above it.`;
    case 'ELOOP':
      return 'its symbolic links form a circle. Replace the link.';
    case 'ENAMETOOLONG':
      return 'its name is too long. Check the path.';
    case 'Z_BUF_ERROR':
    case 'Z_DATA_ERROR':
      return `it is not a complete gzip file (${message}).`;
    default:
      return `${message}.`;
  }
}

/** Checks a file before it is read, without opening it: a pipe can be opened only once. @throws UnreadableFile */
export async function checkReadable(path: string): Promise<void> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    if (isFolder) throw Object.assign(new Error(), { code: 'EISDIR' });
    await access(path, constants.R_OK);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
