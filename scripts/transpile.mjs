// Writes TypeScript as JavaScript, one file for each file, with source maps, and copies data. Types are not checked here,
// which takes a hundredth of the time: `npm run typecheck` checks them.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { transformWithOxc } from 'vite';

/**
 * @param {string} from a folder of TypeScript
 * @param {string} to the folder of the JavaScript
 * @param {string} [except] a folder in `from` that is left out
 * @throws Error with the place of the first syntax error
 */
export async function transpile(from, to, except) {
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.d)\.ts$|\.jsonl$/.test(name) && !(except && name.startsWith(`${except}/`)),
  );
  for (const folder of new Set(names.map((name) => dirname(join(to, name)))))
    mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const source = join(from, name);
    if (name.endsWith('.jsonl')) {
      copyFileSync(source, join(to, name));
      continue;
    }
    const target = join(to, name.replace(/ts$/, 'js'));
    const { code, map } = await transformWithOxc(readFileSync(source, 'utf8'), source, {
      lang: 'ts',
      target: 'es2023',
      sourcemap: true,
      tsconfig: false,
      // As `verbatimModuleSyntax` in tsconfig.json.
      typescript: { onlyRemoveTypeImports: true },
    });
    const { mappings, names: symbols, version } = map;
    const sources = [relative(dirname(resolve(target)), resolve(source))];
    const file = basename(target);
    writeFileSync(`${target}.map`, JSON.stringify({ version, file, sources, names: symbols, mappings }));
    writeFileSync(target, `${code}//# sourceMappingURL=${file}.map\n`);
  }
}
