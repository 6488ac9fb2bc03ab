import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseTokenText } from '../access-tokens/token-format.js';
import { makeFolder } from '../db/embedded/make-folder.js';
import { StartupError, userName } from '../db/startup-error.js';

/** Whether a file has the token with an id, as far as this account can tell: what it may not read may be the one. */
export function mayHoldToken(file: string, id: string): boolean {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size < 4_096 && parseTokenText(readFileSync(file, 'utf8').trim())?.id === id;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * Writes the token's file whole, for this account alone. What is at its place is replaced, whatever its mode; a
 * symbolic link is replaced too, not followed.
 *
 * @throws StartupError that says who can't write where, and what to set
 */
export function writeTokenFile(file: string, text: string): void {
  const folder = dirname(file);
  const draft = `${file}.unfinished`;
  try {
    makeFolder(folder);
    // A device, such as /dev/stdout, or a folder would be lost.
    if (existsSync(file) && !statSync(file).isFile()) throw new Error(`${file} is not a file`);
    rmSync(draft, { force: true });
    writeNew(draft, `${text}\n`);
    renameSync(draft, file);
    syncQuietly(folder);
  } catch (error) {
    quietly(() => rmSync(draft, { force: true }));
    throw new StartupError(
      `The first access token can't be written to ${file} by user ${userName()}: ${(error as Error).message}. Set ` +
        'BOOTSTRAP_TOKEN_FILE to a file, or DATA_DIR to a folder, that this user may write.',
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

/** A power cut must not undo the renaming, where the file system can promise that. */
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
    // Without it, nothing is lost.
  }
}
