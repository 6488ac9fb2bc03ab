import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const source = new URL('../../src/', import.meta.url);
const statement = /^(?:import|export)\b(?:[^;'"]*?\bfrom)?\s*["']([^"']+)["']/gm;

/** Returns the packages that compiled files load when they are imported, by the static imports of all files. */
function readPackages(...files: readonly string[]): string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const queue = files.map((file) => new URL(file, source).href);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, name = ''] of readFileSync(fileURLToPath(file), 'utf8').matchAll(statement)) {
      if (name.startsWith('.')) queue.push(new URL(name, file).href);
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0]);
    }
  }
  t.ok(seen.size > files.length, `${seen.size} files`);
  return [...packages].sort();
}

t.test('a command over HTTP and --help load few packages', async (t) => {
  t.same(readPackages('main.js', 'cli/program.js'), ['close-with-grace', 'commander', 'zod']);
});

t.test('a start of the embedded database loads no package that only some work needs', async (t) => {
  const packages = readPackages('main.js', 'startup/open-catalog.js', 'app.js');
  t.ok(packages.includes('fastify'));
  const late = [
    '@electric-sql/pglite',
    'pglite-prisma-adapter',
    '@prisma/adapter-pg',
    'jose',
    'pino-pretty',
    'tar',
  ];
  for (const name of late) t.notOk(packages.includes(name), name);
});
