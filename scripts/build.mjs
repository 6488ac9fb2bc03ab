// Builds the service and the console in dist/. An interrupted build leaves the former one: the new one is made beside it.
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { assemble } from '../browser/assemble.mjs';
import { writeCommit } from './commit.mjs';
import { generateClient } from './generate-client.mjs';
import { transpile } from './transpile.mjs';

const made = 'dist.new';

console.error('Building the service …');
generateClient();
rmSync(made, { recursive: true, force: true });
await transpile('src', made, 'console');
writeCommit(made);
assemble(made);
await build({ root: 'src/console', logLevel: 'warn', build: { outDir: `../../${made}/console` } });
chmodSync(`${made}/catalog.js`, 0o755);
rmSync('dist', { recursive: true, force: true });
renameSync(made, 'dist');
