// Writes an image of the embedded database, empty and with the migrations of the build in dist/, which the package has for
// its first starts. This takes a first start itself, so only what makes a package runs it.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [catalog, image] = ['dist/catalog.js', 'database-image.tgz'].map((file) => resolve(file));
// The settings of the folder and the environment are not those of the image.
const folder = mkdtempSync(join(tmpdir(), 'catalog-image-'));
const run = (...args) =>
  execFileSync(process.execPath, [catalog, ...args], {
    cwd: folder,
    env: { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

try {
  if (!existsSync(catalog)) await import('./build.mjs');
  rmSync(image, { force: true });
  run('migrate');
  run('backup', image);
  // Other accounts start it too.
  chmodSync(image, 0o644);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
