import { statfsSync } from 'node:fs';
import { StartupError } from '../startup-error.js';

/** Bytes that the embedded database leaves free: two 16 MB log segments ahead, and the writes of open transactions. */
export const reserveBytes = 64_000_000;

/** Bytes that an empty, migrated database takes. */
const emptyBytes = 40_000_000;

/** Returns the bytes that this process may still write to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Returns the bytes that must be free, for a database that exists or for a new one. */
export const neededBytes = (exists: boolean): number => reserveBytes + (exists ? 0 : emptyBytes);

/** @throws StartupError when a new database does not fit on the folder's disk */
export function checkFreeSpace(folder: string): void {
  if (freeBytes(folder) < neededBytes(false)) throw diskIsFull(folder);
}

export function diskIsFull(folder: string): StartupError {
  const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000);
  return new StartupError(
    `The disk of DATA_DIR ${folder} is full: it has ${megabytes(freeBytes(folder))} MB free, and the embedded ` +
      `database needs ${megabytes(neededBytes(false))} MB initially. Free some space, or choose a DATA_DIR on ` +
      'another disk.',
  );
}
