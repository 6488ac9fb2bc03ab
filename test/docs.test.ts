import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import t from 'tap';
import { newTokenText, tokenTextPattern } from '../src/access-tokens/token-format.js';
import { readConfig, variables } from '../src/config.js';
import { errorTable } from '../src/core/errors.js';
import { administrationPrivileges, privileges } from '../src/datahub/privileges.js';
import { timeseriesAspects } from '../src/timeseries/timeseries-index.js';
import { simplePath } from '../src/urn/field-path.js';
import { root } from './support/root.js';

const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const names = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md'];
const docs = readdirSync(new URL('docs/', root))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`);
const pages = new Map([...names, ...docs].map((page) => [page, read(page)]));
const text = (page: string) => pages.get(page) ?? '';
const architecture = text('ARCHITECTURE.md');
const wireContract = text('docs/wire-contract.md') + text('docs/wire-aspects.md');

/** Returns the headings of a page. */
const headings = (page: string) => all(text(page).replace(/^```.*?^```/gms, ''), /^#+ (.*)$/gm);
/** Returns the anchor that GitHub gives a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

t.test('the regular expression for secret scanners is the one of the code', async (t) => {
  const [pattern = ''] = all(text('docs/wire-contract.md'), /^```regex\n(.*)\n```$/gm);
  t.equal(pattern, tokenTextPattern);
  const token = newTokenText(new Uint8Array(12).fill(255), new Uint8Array(20));
  t.match(token.text, new RegExp(`^${pattern}$`));
});

t.test('each promise names a test that exists', async (t) => {
  const rows = [...text('docs/promises.md').matchAll(/^\| .+ \| `(test\/\S+)`(?:: (.+))? \|$/gm)];
  t.ok(rows.length > 20, `${rows.length} promises`);
  for (const [, file = '', name = ''] of rows)
    t.ok(existsSync(new URL(file, root)) && read(file).includes(name), `${file}: ${name}`);
});

t.test('the table of privileges is the one of the code', async (t) => {
  const table = text('docs/wire-contract.md').matchAll(
    /^\| `([A-Z_]+)` \| (.+?) \| `(?:PLATFORM|METADATA)` \|/gm,
  );
  t.strictSame(Object.fromEntries([...table].map(([, name, title]) => [name, title])), privileges);
});

t.test('the scope WRITE lacks what the code says', async (t) => {
  const [row = ''] = all(text('docs/wire-contract.md'), /^\| `WRITE` \| .* all privileges except (.*) \|$/gm);
  t.strictSame(all(row, /`([A-Z_]+)`/g), [...administrationPrivileges]);
});

t.test('the tables of the wire contract are those of the code', async (t) => {
  const contract = wireContract;
  const errors = [...contract.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)];
  t.strictSame(
    Object.fromEntries(errors.map(([, type, code]) => [type, Number(code)])),
    Object.fromEntries(Object.entries(errorTable).map(([type, { code }]) => [type, code])),
    'errors',
  );

  const [events = ''] = all(contract, /^## Time-series events\n(.*?)^Writing/gms);
  const entities = [...events.matchAll(/^\| (`.*`) \| (\w+) \|$/gm)].flatMap(([, aspects = '', entity]) =>
    all(aspects, /`(\w+)`/g).map((aspect) => [aspect, entity]),
  );
  t.strictSame(Object.fromEntries(entities), { ...timeseriesAspects }, 'time-series aspects');

  const paths = [...contract.matchAll(/^\| `(\[version=2\.0\].*)` \| `(.*)` \|$/gm)];
  t.equal(paths.length, 3);
  for (const [, path = '', simple] of paths) t.equal(simplePath(path), simple, path);

  const defaults = parseEnv(read('.env.example'));
  const [limits = ''] = all(contract, /^## Limits\n(.*?)^## /gms);
  const shownLimits = [...limits.matchAll(/^\| .*? \| (`.*?`) \| ([\d,; ]+) \|/gm)];
  t.ok(shownLimits.length > 10);
  for (const [, settings = '', numbers = ''] of shownLimits) {
    const shown = numbers.replaceAll(',', '').split('; ');
    for (const [index, name] of all(settings, /`(\w+)`/g).entries())
      t.equal(shown[index], defaults[name], name);
  }
});

t.test('the table of settings is the one of the code', async (t) => {
  const rows = all(text('docs/configuration.md'), /^\|( `[A-Z_]+` .*)\|$/gm).map((row) =>
    row.split('|').map((cell) => cell.trim().replaceAll('`', '')),
  );
  const defaults = rows.map(([name, value]) => [name, value]);
  t.strictSame(Object.fromEntries(defaults), { ...parseEnv(read('.env.example')) }, 'names and defaults');
  for (const [name = '', , range = ''] of rows) {
    const [min, max] = range.replaceAll(',', '').split(' to ');
    const isRange = /^\d/.test(range);
    t.equal(isRange, whole(name) !== null, `${name} has a range exactly when it is a number`);
    if (isRange) t.equal(whole(name), `from ${min} to ${max}`, name);
  }
});

/** Returns the range of a setting that is a whole number; null for any other setting. */
function whole(name: string): string | null {
  try {
    readConfig({ [name]: 'x' });
    return null;
  } catch (error) {
    return /whole number.* (from \d+ to \d+)/.exec((error as Error).message)?.[1] ?? null;
  }
}

/** Variables that the service does not read, but its tests or its clients. */
const variablesOfOthers = ['TEST_DATABASE_URL', 'DATAHUB_GMS_URL', 'CATALOG_URL', 'CATALOG_PUBLIC_URL'];

t.test('every setting and command that a page names exists', async (t) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const isSetting = /_(URL|DIR|SIZE|BYTES|MS|MAX|PROXIES|MINUTE)|_MAX_/;
  let settings = 0;
  for (const [page, content] of pages) {
    for (const name of all(content, /`([A-Z]+(?:_[A-Z]+)+)`/g).filter((one) => isSetting.test(one))) {
      settings += 1;
      t.ok(name in privileges || [...variables, ...variablesOfOthers].includes(name), `${name} in ${page}`);
    }
    for (const name of all(content, /npm run ([\w:]+)/g)) t.ok(scripts[name], `npm run ${name} in ${page}`);
  }
  t.ok(settings > 30);
});

t.test('every link leads to a file, and to a heading of it', async (t) => {
  for (const [page, content] of pages) {
    for (const link of all(content, /\]\(([^):\s]+)\)/g)) {
      const [file = '', fragment] = link.split('#');
      const target = new URL(file, new URL(page, root));
      t.ok(existsSync(target), `${link} in ${page}`);
      if (fragment === undefined) continue;
      const name = file === '' ? page : target.href.slice(root.href.length);
      t.ok(headings(name).map(anchor).includes(fragment), `${link} in ${page}`);
    }
  }
});

t.test('the package has every file that its pages link to or show', async (t) => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const always = ['README.md', 'LICENSE', 'package.json'];
  const matches = (path: string, rule: string) => path === rule || path.startsWith(`${rule}/`);
  const isPacked = (path: string) =>
    [...always, ...files].some((rule) => matches(path, rule)) &&
    !files.some((rule) => rule.startsWith('!') && matches(path, rule.slice(1)));
  let pictures = 0;
  for (const [page, content] of pages) {
    t.ok(isPacked(page), page);
    for (const link of all(content, /(?:\]\(|(?:src|srcset|href)=")([^):\s"#]+)[)"#\s]/g)) {
      const path = new URL(link, new URL(page, root)).href.slice(root.href.length);
      t.ok(isPacked(path.replace(/\/$/, '')), `${link} in ${page}`);
      if (link.endsWith('.png')) pictures += 1;
    }
  }
  t.ok(pictures > 10);
});

t.test('every heading that the code cites exists', async (t) => {
  const files = ['src', 'test', 'bench'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );
  for (const file of files) {
    // A citation may go on in the next line of a comment.
    const code = read(file).replace(/\n\s*(?:\*|\/\/) ?/g, ' ');
    for (const [, page = '', cited = ''] of code.matchAll(/(docs\/[\w-]+\.md), "([^"]+)"/g)) {
      t.ok(headings(page).includes(cited), `"${cited}" of ${page} in ${file}`);
    }
  }
});

t.test('the tree of ARCHITECTURE.md is the one on disk', async (t) => {
  const [tree = ''] = all(architecture, /^```\n(src\/\n.*?)^```$/gms);
  const onDisk = readdirSync(new URL('src/', root), { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => name !== 'tsconfig.json');
  t.strictSame(all(tree, /^ {2}([\w.-]+\/?)/gm).sort(), onDisk.sort());
});
