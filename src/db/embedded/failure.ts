import { StartupError, userName } from '../startup-error.js';
import { freeBytes, reserveBytes } from './disk.js';

/** What an empty database takes on disk once it is migrated. */
const emptyBytes = 40_000_000;

/** The numbers that WebAssembly's file system gives to errors, for PGlite throws them alone. */
const wasiErrors: Readonly<Record<number, string>> = {
  2: 'EACCES: permission denied',
  29: 'EIO: input/output error',
  51: 'ENOSPC: no space left on device',
  63: 'EPERM: operation not permitted',
  69: 'EROFS: read-only file system',
};

/** @throws StartupError when a new database does not fit on the folder's disk */
export function refuseFullDisk(folder: string) {
  if (freeBytes(folder) < emptyBytes + reserveBytes) throw diskIsFull(folder);
}

/** Why the database in a folder can't be opened, in words: a full disk, a folder that may not be written. */
export function embeddedFailure(folder: string, error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const { code, errno, message } = Object(error) as { code?: string; errno?: number; message?: string };
  const reason = code ? message : wasiErrors[errno ?? 0];
  if (code === 'ENOSPC' || errno === 51) return diskIsFull(folder);
  if (!reason && error instanceof Error) return error;
  return new StartupError(
    `The embedded database in DATA_DIR ${folder} can't be opened by user ${userName()}: ` +
      `${reason ?? `PGlite failed with ${JSON.stringify(error)}`}. Let that user write the folder, or choose another ` +
      'DATA_DIR.',
  );
}

function diskIsFull(folder: string) {
  const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000);
  return new StartupError(
    `The disk of DATA_DIR ${folder} is full: it has ${megabytes(freeBytes(folder))} MB free, and the embedded ` +
      `database wants ${megabytes(emptyBytes + reserveBytes)} MB to begin with. Free some, or choose a DATA_DIR on ` +
      'another disk.',
  );
}
