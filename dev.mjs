// `npm run dev`: serves the console with reload, and the service, which is built and started again after every change.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const consoleFolder = 'src/console';

if (process.argv[2] === 'service') await service();
else await both();

async function both() {
  const { createServer } = await import('vite');
  const watched = readdirSync('src').map((name) => `src/${name}`);
  const watch = watched.filter((path) => path !== consoleFolder).map((path) => `--watch-path=${path}`);
  const child = spawn(process.execPath, [...watch, 'dev.mjs', 'service'], { stdio: 'inherit' });
  child.on('exit', (code) => process.exit(code ?? 0));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const vite = await createServer({ root: consoleFolder });
  await vite.listen();
  vite.printUrls();
}

async function service() {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'src/tsconfig.json'];
  const cache = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/catalog/dev.tsbuildinfo'];
  const { status } = spawnSync(process.execPath, [...tsc, ...cache], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  spawnSync(process.execPath, ['browser/assemble.mjs', 'dist'], { stdio: 'inherit' });
  process.argv.splice(2, Infinity, 'serve', '--sample');
  await import('./dist/main.js');
}
