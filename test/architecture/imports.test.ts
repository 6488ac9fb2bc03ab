import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';
import { root } from '../support/root.js';

// "Imports that never exist": what keeps the inside from knowing the outside.

const rooms = ['users', 'policies', 'tokens', 'catalog', 'tags', 'timeseries', 'aspects'];
const base = ['domain', 'db'];
const composition = ['config.ts', 'services.ts', 'request.ts', 'start.ts'];

/** What the files of each folder may import of this project, beside their own folder. */
const mayImport: Record<string, readonly string[]> = {
  domain: [],
  db: ['domain'],
  users: base,
  policies: base,
  tokens: [...base, 'users', 'policies'],
  catalog: [...base, 'users', 'policies'],
  tags: [...base, 'users', 'policies', 'catalog'],
  timeseries: [...base, 'users', 'policies', 'catalog'],
  aspects: [...base, 'users', 'policies', 'catalog', 'tags', 'timeseries'],
  graphql: ['domain', ...rooms, ...composition],
  http: ['domain', ...rooms, ...composition],
  cli: ['domain', ...rooms, ...composition],
  start: [...base, ...rooms, ...composition],
  config: [],
  'config.ts': ['config'],
  'request.ts': ['domain'],
  'services.ts': [...base, ...rooms, 'config.ts'],
  'start.ts': [...base, ...rooms, ...composition, 'start'],
};

const store = /(^|\/|-)store\.ts$/;

/** Imports that only some files may have: what is imported, who may, and an importer who may not. */
const reserved: readonly [imported: RegExp, by: RegExp, example: [file: string, text: string]][] = [
  [/^db\/generated\//, /^db\//, ['tags/store.ts', `import { Tag } from '../db/generated/client.js';`]],
  [store, /^(?!graphql|http|cli)/, ['http/x.ts', `import { tagStore } from '../tags/store.js';`]],
  [/^(graphql|mercurius|@pothos\/.*)$/, /^graphql\//, ['http/x.ts', `import m from 'mercurius';`]],
  [/^argon2$/, /^tokens\/hasher\.ts$/, ['tokens/verified.ts', `import { verify } from 'argon2';`]],
  [/^(pg(-.*)?|@prisma\/.*|.*pglite.*)$/, /^db\//, ['tags/store.ts', `import pg from 'pg';`]],
  [/^@?fastify(\/|$)/, /^((app|request)\.ts|graphql|http|cli)/, ['tags/x.ts', `import 'fastify';`]],
  [/^node:process$/, /^$/, ['main.ts', `import { env } from 'node:process';`]],
];

/** Words that only some files may hold. */
const words: readonly [word: RegExp, by: RegExp, example: [file: string, text: string]][] = [
  [/process\.(env|exit)\b/, /^main\.ts$/, ['config.ts', 'readConfig(process.env)']],
  [/new Date\(\)|Date\.now/, /^main\.ts$/, ['tokens/mint.ts', 'const clock = Date.now;']],
  [
    /import (type )?\{[^}]*\bPrisma\b[^}]*\} from '[^']*\/db\/database\.js'/,
    new RegExp(`${store.source}|^start/`),
    ['tags/associate.ts', `import { type Database, Prisma } from '../db/database.js';`],
  ],
];

const areaOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);

const importsOf = (file: string, text: string): string[] =>
  ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? normalize(join(dirname(file), fileName)).replace(/\.js$/, '.ts') : fileName,
    );

const isOurs = (imported: string) => imported.endsWith('.ts');

function faults(file: string, text: string): string[] {
  const imports = importsOf(file, text);
  const area = areaOf(file);
  const allowed = mayImport[area];
  const outward = imports.filter(
    (name) => isOurs(name) && ![area, ...(allowed ?? [])].includes(areaOf(name)),
  );
  const forbidden = [
    // app.ts and main.ts, which are in no folder and have no rule, put the parts together.
    ...(allowed ? outward : []),
    ...(area === 'domain' ? imports.filter((name) => !isOurs(name) && name !== 'node:zlib') : []),
    ...reserved.flatMap(([what, by]) => (by.test(file) ? [] : imports.filter((name) => what.test(name)))),
  ];
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const said = words.flatMap(([word, by]) => (by.test(file) ? [] : (code.match(word)?.[0] ?? [])));
  return [...new Set([...forbidden, ...said])].map((what) => `${file}: ${what}`);
}

const src = fileURLToPath(new URL('src', root));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('db/generated/'))
  .sort();

t.test('no file imports or does what is not its own to do', async (t) => {
  t.ok(files.length > 80, `${files.length} files`);
  for (const file of files) t.strictSame(faults(file, readFileSync(join(src, file), 'utf8')), [], file);
});

t.test('every folder has its rule', async (t) => {
  const folders = new Set(files.filter((file) => file.includes('/')).map(areaOf));
  for (const folder of folders) t.ok(mayImport[folder], folder);
});

t.test('a file that broke a rule would be found', async (t) => {
  for (const [, , [file, text]] of [...reserved, ...words])
    t.equal(faults(file, text).length, 1, `${file}: ${text}`);
  for (const [area, allowed] of Object.entries(mayImport)) {
    for (const other of Object.keys(mayImport)) {
      const expected = other === area || allowed.includes(other) ? 0 : 1;
      for (const text of [
        `import {\n  x,\n} from '../${other}/y.js';`,
        `export * from '../${other}/y.js';`,
        `await import('../${other}/y.js')`,
      ])
        t.equal(faults(`${area}/x.ts`, text).length, expected, `${area} imports ${other}`);
    }
  }
  t.equal(faults('domain/x.ts', `import { readFileSync } from 'node:fs';`).length, 1);
  t.strictSame(faults('tags/x.ts', `// process.env\n/** Date.now() */\nimport { A } from './store.js';`), []);
});
