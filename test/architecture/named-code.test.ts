import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { root } from '../support/root.js';

// The pages about the code name its files, folders and identifiers in backticks, which must exist. Names of other
// projects need not. Therefore a path is checked if it begins with a folder of this project or ends like a file of it,
// and a word if it is spelled like an identifier: small letters with a capital or an underscore.

const pages = ['ARCHITECTURE.md', 'docs/decisions.md', 'docs/development.md'];
const folders = ['src', 'test', 'scripts', 'prisma', 'deploy', 'bench', 'browser', 'docs'];

const isPath = new RegExp(`^(?:(?:${folders.join('|')})/|[^/].*\\.(?:tsx?|mjs|md|sql|graphql|yaml|json)$)`);
const isName = /^\w+(?:\.\w+)*(?:\(\w*\))?$/;
const isIdentifier = (word: string) => /[a-z]/.test(word) && /[A-Z_]/.test(word);
const splitIntoWords = (text: string) => text.match(/\w+/g) ?? [];

const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const inFolders = folders.flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path}`,
  ),
);
const paths = [...folders, ...inFolders, ...readdirSync(root)].map((path) => `/${path}`);
// The examples of this file are not code, and nobody writes the generated client.
const isCode = (path: string) =>
  /\.(?:tsx?|mjs|sql|prisma)$/.test(path) && !/^src\/db\/generated\/|\/named-code\.test\.ts$/.test(path);
const words = new Set([...inFolders, ...inFolders.filter(isCode).map(read)].flatMap(splitIntoWords));

/** Returns whether a path ends so; `<noun>` and `…` stand for any text. */
function exists(path: string): boolean {
  const parts = path.replace(/\/$/, '').split(/<\w+>|…/);
  const pattern = new RegExp(`/${parts.map((part) => part.replaceAll('.', '\\.')).join('.*')}$`);
  return paths.some((one) => pattern.test(one));
}

/** Returns the names of code in a page that do not exist. */
function findUnknown(page: string): string[] {
  const spans = [...page.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\s]+)`/g)].map(
    ([, span = '']) => span,
  );
  return spans.filter((span) =>
    isPath.test(span)
      ? !exists(span)
      : isName.test(span) && splitIntoWords(span).some((word) => isIdentifier(word) && !words.has(word)),
  );
}

t.test('a name of code that does not exist is found', async (t) => {
  const existing =
    '`changeInPlace` `changes(fieldPath)` `src/tags/` `src/graphql/schema/<noun>.ts` `…store.ts` `write.ts`';
  const ofOthers =
    '`dataloader` `p-limit` `@prisma/schema-engine-wasm` `/openapi.json` `JSON.parse` `npm run addChanged`';
  t.strictSame(findUnknown(`${existing} ${ofOthers}`), []);
  const missing = [
    'addChanged',
    'services.tags.addChanged',
    'added_changes',
    'src/tags/no/',
    'src/<noun>/no.ts',
    'rite.ts',
  ];
  t.strictSame(findUnknown(missing.map((name) => `\`${name}\``).join(' ')), missing);
});

for (const page of pages)
  t.test(`the names of code in ${page} exist`, async (t) => t.strictSame(findUnknown(read(page)), []));
