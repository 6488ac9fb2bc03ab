import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseTokenText } from '../access-tokens/token-format.js';
import { makeFolder } from '../db/embedded/private-folder.js';
import { StartupError } from '../db/startup-error.js';
import { readTextFileSync } from '../files/text-file.js';
import { unreadable } from '../files/unreadable-file.js';
import { userName } from '../files/user-name.js';

/** A file of a token has one line. */
const maxBytes = 4_096;

/** Whether a file may hold the token with this id: true also for a file that this account can't read. */
export function mayHoldToken(file: string, id: string): boolean {
  try {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
    return parseTokenText(readTextFileSync(file, maxBytes).trim())?.id === id;
  } catch (error) {
    return unreadable(file, error).kind === 'access';
  }
}

/**
 * Writes the token's file atomically, readable for this account only. Replaces an existing file regardless of its mode,
 * and a symbolic link without following it.
 *
 * @throws StartupError that names the user, the file and the setting to change
 */
export function writeTokenFile(file: string, text: string): void {
  const folder = dirname(file);
  const draft = `${file}.unfinished`;
  try {
    makeFolder(folder);
    // The rename would replace a device such as /dev/stdout.
    if (existsSync(file) && !statSync(file).isFile()) throw new Error(`${file} is not a file`);
    rmSync(draft, { force: true });
    writeNew(draft, `${text}\n`);
    renameSync(draft, file);
    syncQuietly(folder);
  } catch (error) {
    quietly(() => rmSync(draft, { force: true }));
    throw new StartupError(
      `The first access token cannot be written to ${file} by user ${userName()}: ${(error as Error).message}. Set ` +
        'BOOTSTRAP_TOKEN_FILE to a file, or DATA_DIR to a folder, that this user can write.',
    );
  }
}

function writeNew(file: string, text: string) {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const fd = openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(fd, 0o600);
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Makes the rename survive a power cut, on file systems that support it. */
function syncQuietly(folder: string) {
  quietly(() => {
    const fd = openSync(folder, constants.O_RDONLY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

function quietly(work: () => void) {
  try {
    work();
  } catch {
    // Best effort.
  }
}
