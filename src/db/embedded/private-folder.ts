import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const othersMay = 0o077;

/** What the service itself keeps in DATA_DIR, and what every new file system has. */
const ours = /^(postgres(\.unfinished)?|\.?catalog\.lock.*|\.?bootstrap-token.*|lost\+found)$/;

const isOpen = (path: string) => (statSync(path).mode & othersMay) !== 0;

/**
 * Closes DATA_DIR and the database in it to other accounts. A DATA_DIR that holds other things too, a home or /tmp for
 * one, is left as it is, since others may need it; the database's own folder is closed nevertheless.
 *
 * @returns what is still open and why, null when nothing is
 */
export function closeToOthers(dataDir: string, database: string): string | null {
  const open = `DATA_DIR ${dataDir} is open to other accounts`;
  try {
    if (existsSync(database)) closeTree(database);
    if (!isOpen(dataDir)) return null;
    if (readdirSync(dataDir).every((name) => ours.test(name))) {
      chmodSync(dataDir, 0o700);
      return null;
    }
    return `${open} and holds what is not the catalog's: give it a folder of its own`;
  } catch (error) {
    return `${open}, which can't be changed: ${(error as Error).message}`;
  }
}

/** A database of an older build, or one that was just made. What PostgreSQL itself makes later is closed. */
export function closeTree(database: string): void {
  const closedLast = join(database, 'PG_VERSION');
  if (!isOpen(database) && !isOpen(closedLast)) return;
  for (const path of below(database)) if (path !== closedLast) close(path);
  close(database);
  close(closedLast);
}

function* below(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* below(path);
    if (entry.isDirectory() || entry.isFile()) yield path;
  }
}

function close(path: string) {
  if (isOpen(path)) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
}
