// Writes the commit of this repository into a build, for `catalog --version`. Without git or a repository, it writes nothing.
// Usage: node commit.mjs <folder of the compiled service>
import { execFileSync } from 'node:child_process';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const file = join(process.argv[2], 'commit');

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

rmSync(file, { force: true });
try {
  // A package that was unpacked inside another repository is not of its commit.
  if (realpathSync(git('rev-parse', '--show-toplevel')) === realpathSync(root))
    writeFileSync(file, `${git('describe', '--always', '--exclude=*', '--abbrev=8', '--dirty')}\n`);
} catch {
  // Without git, --version shows the version alone.
}
