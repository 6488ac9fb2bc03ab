import { readFileSync } from 'node:fs';

const tests = new URL('../', import.meta.url);
/** In compiled files, whose quotes are those of the compiler. */
const imports = /^(?:import|export) [^'"`]*(?:from )?(['"])(\.[^'"]+)\1;$/gm;

/** Whether a compiled test, or a file of the tests that it imports, reads where the PostgreSQL is. */
export function usesServer(file: URL, seen = new Set<string>()): boolean {
  if (seen.has(file.href)) return false;
  seen.add(file.href);
  const code = readFileSync(file, 'utf8');
  if (code.includes('TEST_DATABASE_URL')) return true;
  return [...code.matchAll(imports)]
    .map(([, , path = '']) => new URL(path, file))
    .some((imported) => imported.href.startsWith(tests.href) && usesServer(imported, seen));
}
