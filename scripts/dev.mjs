// `npm run dev`: serves the console with reload, and the service, which is built and started again after every change.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { assemble } from '../browser/assemble.mjs';
import { generateClient } from './generate-client.mjs';
import { transpile } from './transpile.mjs';

const consoleFolder = 'src/console';

if (process.argv[2] === 'service') await service();
else await both();

async function both() {
  generateClient();
  const { createServer } = await import('vite');
  const watched = readdirSync('src').map((name) => `src/${name}`);
  const watch = watched.filter((path) => path !== consoleFolder).map((path) => `--watch-path=${path}`);
  const child = spawn(process.execPath, [...watch, 'scripts/dev.mjs', 'service'], { stdio: 'inherit' });
  child.on('exit', (code) => process.exit(code ?? 0));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const vite = await createServer({ root: consoleFolder });
  await vite.listen();
  vite.printUrls();
}

async function service() {
  try {
    await transpile('src', 'dist', 'console');
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  assemble('dist');
  process.argv.splice(2, Infinity, 'serve', '--sample');
  await import('../dist/main.js');
}
