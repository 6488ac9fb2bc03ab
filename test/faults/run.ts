import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

// Fault tests kill, flood and wait, so each runs alone and in a process of its own.
const here = fileURLToPath(new URL('./', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'catalog-guarantees-'));
const lines = join(folder, 'lines');
writeFileSync(lines, '');

for (const name of readdirSync(here).sort()) {
  if (!name.endsWith('.fault.js')) continue;
  await t.spawn(process.execPath, ['--enable-source-maps', join(here, name)], {
    name,
    timeout: 300_000,
    env: { ...process.env, GUARANTEES_FILE: lines },
  });
}
t.comment(`what held:\n${readFileSync(lines, 'utf8').trimEnd()}`);
rmSync(folder, { recursive: true });
