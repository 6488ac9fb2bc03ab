// Installs what only the benchmarks need, and compiles them in build/bench/.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { transpile } from './transpile.mjs';

execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
  cwd: 'bench',
  stdio: ['ignore', 'ignore', 'inherit'],
});
rmSync('build/bench', { recursive: true, force: true });
await transpile('src', 'build/src', 'console');
await transpile('bench', 'build/bench', 'node_modules');
symlinkSync('../../bench/node_modules', 'build/bench/node_modules');
