import { statfsSync } from 'node:fs';

/** What the embedded database leaves free: two segments of the log ahead, each 16 MB, and what transactions still write. */
export const reserveBytes = 64_000_000;

/** Bytes of the disk of a folder that this process may still write. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
