import { execFileSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Writes the commit of this repository into a new build, for `catalog --version`. Without git or a repository, it writes nothing. */
export function writeCommit(folder) {
  try {
    // A package that was unpacked inside another repository is not of its commit.
    if (realpathSync(git('rev-parse', '--show-toplevel')) === realpathSync(root))
      writeFileSync(
        join(folder, 'commit'),
        `${git('describe', '--always', '--exclude=*', '--abbrev=8', '--dirty')}\n`,
      );
  } catch {
    // Without git, --version shows the version alone.
  }
}
