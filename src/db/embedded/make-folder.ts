import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and the parents that are missing, for this account alone. Node's own `recursive` never returns where
 * a parent exists and takes no folder, as below /proc.
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
    // Another process may have been faster.
    if (isFolder(folder)) return;
    throw error;
  }
  // An odd umask takes more away than it should.
  chmodSync(folder, 0o700);
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
