import { userInfo } from 'node:os';

/** Why the service can't start, in one line that says what to do; shown without a stack trace. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The account that this process runs as, for such a line; in a container it may have no name. */
export function userName(): string {
  try {
    const { username, uid } = userInfo();
    return `${username} (uid ${uid})`;
  } catch {
    return 'of a uid without a name';
  }
}
