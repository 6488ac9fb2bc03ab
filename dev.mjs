// `npm run dev`: builds and serves. `node --watch-path` restarts it after every change.
import { spawnSync } from 'node:child_process';

const tsc = ['node_modules/typescript/bin/tsc', '-p', 'src/tsconfig.json'];
const cache = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/catalog/dev.tsbuildinfo'];
const { status } = spawnSync(process.execPath, [...tsc, ...cache], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

spawnSync(process.execPath, ['browser/assemble.mjs', 'dist'], { stdio: 'inherit' });
process.argv.push('serve', '--sample');
await import('./dist/main.js');
