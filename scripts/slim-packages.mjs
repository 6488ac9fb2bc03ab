// Removes from node_modules what the service never loads of the packages that its own package contains
// (bundleDependencies): 80 of 101 MB, such as the compilers for the databases that Prisma supports and the service does
// not. Only what makes a package runs it; `npm ci` brings everything back.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a package that nothing loads, by their names. */
const unused = {
  '@prisma/client/runtime':
    /^query_compiler_(?!small_bg\.postgresql\..*mjs$)|^wasm-compiler-edge\.m?js|\.map$/,
  '@electric-sql/pglite/dist': /\.(map|cjs|d\.cts)$|(?<!^pg_trgm)\.tar\.gz$/,
};

for (const [folder, names] of Object.entries(unused)) {
  const path = join('node_modules', folder);
  for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    if (names.test(file)) rmSync(join(path, file));
}
