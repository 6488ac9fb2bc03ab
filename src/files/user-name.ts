import { userInfo } from 'node:os';

/** Returns the account of this process, for error messages. In a container it may have no name. */
export function userName(): string {
  try {
    const { username, uid } = userInfo();
    return `${username} (uid ${uid})`;
  } catch {
    return 'of a uid without a name';
  }
}
