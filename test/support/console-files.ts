import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The page of the test's console. */
export const consolePage =
  '<!doctype html><title>Console</title><script type="module" src="assets/a-1b2c3d4e.js">';
/** The script at `assets/a-1b2c3d4e.js`. */
export const consoleScript = `export const text = '${'abc'.repeat(1_000)}';\n`;

let folder: string | undefined;

/** Returns a folder with the files of a small console, as a build leaves them, for tests that do not build the real one. */
export function consoleFiles(): URL {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'catalog-console-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    mkdirSync(join(made, 'assets'));
    const files = {
      'index.html': consolePage,
      'icon.svg': '<svg/>',
      'assets/a-1b2c3d4e.js': consoleScript,
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(made, name), text);
      writeFileSync(join(made, `${name}.gz`), gzipSync(text));
      writeFileSync(join(made, `${name}.br`), brotliCompressSync(text));
    }
    folder = made;
  }
  return pathToFileURL(`${folder}/`);
}
