import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Why a path with ~ is refused. */
export class BadPath extends Error {
  override readonly name = 'BadPath';
}

/**
 * Expands ~ to the home folder, as shells do for most of their arguments, but not for `--option=~/x`, and not in files
 * of settings.
 *
 * @throws BadPath for ~ of another user, and for a path that exists as written, because earlier versions created such
 * folders in the working directory
 */
export function fromHome(path: string): string {
  const [first = '', ...rest] = path.split('/');
  if (!first.startsWith('~')) return path;
  const exists = existsSync(path);
  if (first !== '~') {
    if (exists || rest.length === 0) return path;
    throw new BadPath(`${first} is not understood: only ~ is. Write the whole path`);
  }
  const expanded = join(homeFolder(), ...rest);
  if (!exists) return expanded;
  throw new BadPath(
    `~ is the home folder, so this is ${expanded}, but the working directory has a folder named ~ with this path too. ` +
      `Write ${expanded} or ./${path}`,
  );
}

function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw new BadPath('~ is not known, because this user has no home folder. Write the whole path');
  }
}
