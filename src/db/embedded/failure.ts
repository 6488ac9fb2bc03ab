import { userName } from '../../files/user-name.js';
import { StartupError } from '../startup-error.js';
import { diskIsFull } from './disk.js';

/** Error numbers of WebAssembly's file system: PGlite throws only the number. */
const wasiErrors: Readonly<Record<number, string>> = {
  2: 'EACCES: permission denied',
  29: 'EIO: input/output error',
  51: 'ENOSPC: no space left on device',
  63: 'EPERM: operation not permitted',
  69: 'EROFS: read-only file system',
};

/** Returns a StartupError with the reason why the folder cannot be opened; an unexpected error is returned as it is. */
export function toStartupError(folder: string, error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const { code, errno, message } = Object(error) as { code?: string; errno?: number; message?: string };
  const reason = code ? message : wasiErrors[errno ?? 0];
  if (code === 'ENOSPC' || errno === 51) return diskIsFull(folder);
  if (!reason && error instanceof Error) return error;
  return new StartupError(
    `The embedded database in DATA_DIR ${folder} cannot be opened by user ${userName()}: ` +
      `${reason ?? `PGlite failed with ${JSON.stringify(error)}`}. Give this user write access to the folder, or choose another ` +
      'DATA_DIR.',
  );
}
