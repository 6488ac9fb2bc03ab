import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { root } from '../support/root.js';

/** Built-ins that take more than linear time, or compare by rules that depend on the language. */
const builtIns =
  /\.(?:normalize|localeCompare|toLocale\w+)\b|\bIntl\b|\[\s*['"`](?:normalize|localeCompare)['"`]\s*\]/g;

/** What these files use, outside of the console. */
const allowed: Record<string, readonly string[]> = {
  // Bounds the runs of marks that a text is sorted by.
  'urn/normal-form.ts': ['.normalize'],
  // On the machine of the person who reads the table.
  'cli/remote/table.ts': ['Intl'],
};

/** Returns the distinct built-ins of a source text, without its comments. */
const findBuiltIns = (text: string) => [
  ...new Set(text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').match(builtIns) ?? []),
];

t.test('built-ins that are not linear are called in one bounded function', async (t) => {
  const example = `a.normalize('NFC'); b?.localeCompare(c); new Intl.Segmenter(); d['normalize'](); // e`;
  t.strictSame(findBuiltIns(example), ['.normalize', '.localeCompare', 'Intl', `['normalize']`]);
  const folder = new URL('src/', root);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('console/') && !name.startsWith('db/generated/'),
  );
  const found = files.flatMap((name) => {
    const used = findBuiltIns(readFileSync(new URL(name, folder), 'utf8'));
    return used.length > 0 ? [[name, used] as const] : [];
  });
  t.strictSame(Object.fromEntries(found), allowed);
  t.ok(files.length > 500);
});
