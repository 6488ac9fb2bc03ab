import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Permission bits of other accounts. */
const othersMask = 0o077;

/** The files of the service itself in DATA_DIR, and those of every new file system. */
const ownFiles =
  /^(postgres(\.unfinished|\.replaced)?|restore\.unfinished|\.?catalog\.lock.*|\.?bootstrap-token.*|secrets-key(\..*)?|lost\+found)$/;

const isOpen = (path: string) => (statSync(path).mode & othersMask) !== 0;
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder and its missing parents, open to this account only. Node's own `recursive` never returns below a
 * parent that takes no folders, such as /proc.
 *
 * @throws the system's error
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (isFolder(folder)) return;
    throw error;
  }
  // An unusual umask removes permissions of this account too.
  chmodSync(folder, 0o700);
}

/**
 * Closes DATA_DIR and the database in it to other accounts. A DATA_DIR that holds other files too, such as a home or
 * /tmp, stays as it is, because others may need it; the database's own folder is closed in any case.
 *
 * @returns what is still open and why; null when nothing is
 */
export function closeToOthers(dataDir: string, database: string): string | null {
  const open = `DATA_DIR ${dataDir} is open to other accounts`;
  try {
    if (existsSync(database)) closeTree(database);
    if (!isOpen(dataDir)) return null;
    if (readdirSync(dataDir).every((name) => ownFiles.test(name))) {
      chmodSync(dataDir, 0o700);
      return null;
    }
    return `${open} and contains files of other programs: use a separate folder`;
  } catch (error) {
    return `${open}, which cannot be changed: ${(error as Error).message}`;
  }
}

/** Closes a database of an older build before it is opened, unless an earlier call has. */
function closeTree(database: string): void {
  // Closed last, so that an interrupted call is repeated.
  const last = join(database, 'PG_VERSION');
  if (!isOpen(database) && !isOpen(last)) return;
  closeWhole(database);
}

/** Closes all files of a database, however they have come to be: by PostgreSQL, or from an archive. */
export function closeWhole(database: string): void {
  const last = join(database, 'PG_VERSION');
  for (const path of pathsBelow(database)) if (path !== last) close(path);
  close(database);
  close(last);
}

function* pathsBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* pathsBelow(path);
    if (entry.isDirectory() || entry.isFile()) yield path;
  }
}

function close(path: string) {
  if (isOpen(path)) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
}
