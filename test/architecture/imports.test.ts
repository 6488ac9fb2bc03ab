import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';
import { root } from '../support/root.js';

// ARCHITECTURE.md, "Imports that never exist".

/** What every module may import. */
const base = ['urn', 'core', 'datahub', 'json', 'scheduling', 'input', 'db', 'visibility'];
const modules = [
  'audit',
  'users',
  'policies',
  'access-tokens',
  'aspects',
  'entities',
  'edits',
  'search',
  'lineage',
  'history',
  'tags',
  'columns',
  'containers',
  'timeseries',
  'ingest',
  'webhooks',
];
const composition = ['config.ts', 'deps.ts', 'services.ts', 'request.ts'];
const transport = [
  'urn',
  'core',
  'datahub',
  'json',
  'scheduling',
  'input',
  ...modules,
  ...composition,
  'public-error.ts',
];

/** What the files of each folder import of this project, beside their own folder. */
const mayImport: Record<string, readonly string[]> = {
  // What DataHub names, as plain data.
  datahub: [],
  // The grammar of URNs, without errors.
  urn: [],
  // Files that people write or name.
  files: [],
  // Proxies of outgoing requests.
  outbound: [],
  core: ['urn', 'datahub'],
  scheduling: ['core'],
  json: ['urn', 'core', 'scheduling'],
  input: ['core', 'json'],
  db: ['core', 'scheduling', 'files'],
  // The one door of reads.
  visibility: ['core', 'datahub', 'db'],
  audit: [...base, 'history', 'deps.ts'],
  timeseries: [...base, 'audit', 'deps.ts'],
  history: [...base, 'deps.ts'],
  // The kernel, which knows no noun. The list of definitions, which are in the folders of their nouns, is given to it.
  aspects: [...base, 'history', 'timeseries', 'deps.ts'],
  'stored-aspects.ts': ['aspects', 'containers', 'entities', 'policies', 'search', 'tags', 'users'],
  search: [...base, 'aspects', 'columns'],
  lineage: [...base, 'aspects', 'columns', 'containers', 'entities', 'history', 'search', 'tags', 'deps.ts'],
  containers: [...base, 'aspects'],
  entities: [...base, 'aspects', 'columns', 'containers', 'tags', 'deps.ts'],
  columns: [...base, 'aspects'],
  edits: [...base, 'aspects', 'columns', 'containers', 'history', 'deps.ts'],
  tags: [...base, 'audit', 'history', 'aspects', 'columns', 'containers', 'search', 'deps.ts'],
  policies: [...base, 'audit', 'aspects', 'containers', 'deps.ts'],
  users: [...base, 'audit', 'aspects', 'policies', 'deps.ts'],
  'access-tokens': [...base, 'files', 'outbound', 'audit', 'users', 'policies', 'config.ts', 'deps.ts'],
  ingest: [
    ...[...base, 'audit', 'aspects', 'timeseries', 'deps.ts'],
    ...['policies', 'users', 'tags', 'columns', 'containers'],
  ],
  webhooks: [
    ...[...base, 'files', 'outbound', 'audit', 'history', 'containers', 'search'],
    ...['config.ts', 'deps.ts'],
  ],
  graphql: transport,
  http: transport,
  cli: [...transport, 'files', 'outbound', 'startup', 'operations', 'client'],
  startup: [...base, 'files', ...modules, 'stored-aspects.ts', ...composition],
  operations: [...base, 'files', ...modules, 'stored-aspects.ts', ...composition, 'startup'],
  // Runs in browsers, and knows the service by its public API only.
  console: ['urn', 'datahub', 'client'],
  // How the console and the command line call a running catalog.
  client: ['urn'],
  config: ['core', 'files'],
  'config.ts': ['config', 'core'],
  'request.ts': ['core'],
  'public-error.ts': ['core'],
  'deps.ts': ['core', 'db', 'visibility', 'config.ts'],
  'services.ts': [...base, ...modules, 'stored-aspects.ts', 'deps.ts'],
  'catalog.ts': ['main.ts'],
};
/** They put the parts together. */
const putsTogether = ['app.ts', 'main.ts'];

const store = /(^|\/|-)store\.ts$/;
/** Texts that statements of several stores are made of. */
const sqlTexts = /-sql\.ts$/;

/** Imports that only some files may have: what is imported, who may, and an importer who may not. */
const reserved: readonly [imported: RegExp, by: RegExp, example: [file: string, text: string]][] = [
  [/^db\/generated\//, /^db\//, ['tags/store.ts', `import { Tag } from '../db/generated/client.js';`]],
  [
    /^db\/(database|query)\.ts$/,
    /^(?!.*-sql\.ts$)/,
    ['tags/x-sql.ts', `import type { Query } from '../db/query.js';`],
  ],
  [store, /^(?!graphql|http|cli)/, ['http/x.ts', `import { tagStore } from '../tags/store.js';`]],
  [/^(graphql|mercurius|@pothos\/.*)$/, /^graphql\//, ['http/x.ts', `import m from 'mercurius';`]],
  [
    /^datahub\/(hidden-types|secret-aspects)\.ts$/,
    /^visibility\//,
    ['tags/x.ts', `import { secretAspects } from '../datahub/secret-aspects.js';`],
  ],
  // Components of the console show what they are given.
  [
    /^console\/api\/request\.ts$/,
    /^console\/(?!kit\/)/,
    ['console/kit/x.ts', `import { request } from '../api/request.js';`],
  ],
  [/^jose$/, /^access-tokens\/jwt\.ts$/, ['http/x.ts', `import { jwtVerify } from 'jose';`]],
  [/^undici$/, /^outbound\//, ['webhooks/x.ts', `import { fetch } from 'undici';`]],
  [/^argon2$/, /^access-tokens\/hasher\.ts$/, ['users/x.ts', `import { verify } from 'argon2';`]],
  [/^(pg(-.*)?|@prisma\/.*|.*pglite.*)$/, /^db\//, ['tags/store.ts', `import pg from 'pg';`]],
  [
    /^@?fastify(\/|$)/,
    /^((app|request|public-error)\.ts|graphql|http|cli)/,
    ['tags/x.ts', `import 'fastify';`],
  ],
  [/^node:process$/, /^$/, ['main.ts', `import { env } from 'node:process';`]],
];

/** Words that only some files may hold. */
const words: readonly [word: RegExp, by: RegExp, example: [file: string, text: string]][] = [
  [/process\.(env|exit)\b/, /^(main|console\/vite\.config)\.ts$/, ['config.ts', 'readConfig(process.env)']],
  [/new Date\(\)|Date\.now/, /^(main\.ts$|console\/)/, ['tags/x.ts', 'const clock = Date.now;']],
  [/\.prisma\./, new RegExp(`^db/|${store.source}`), ['tags/x.ts', 'db.prisma.tag.findMany()']],
];

const sql = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|LOCK TABLE|CREATE|ALTER|DROP)\s/;
const mayHoldSql = new RegExp(`^db/|${store.source}|${sqlTexts.source}`);

const topFolder = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);

const listImports = (file: string, text: string): string[] =>
  ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? readSource(normalize(join(dirname(file), fileName))) : fileName,
    );

const isOurs = (imported: string) => /\.tsx?$/.test(imported);

/** Of two files of one name, the console's. */
const readSource = (file: string) =>
  file.replace(/\.js$/, files.includes(file.replace(/\.js$/, '.tsx')) ? '.tsx' : '.ts');

/** Texts of a file that begin as a statement does. */
function splitStatements(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.TemplateHead) &&
      sql.test((node as ts.LiteralLikeNode).text)
    )
      found.push((node as ts.LiteralLikeNode).text.trim().slice(0, 30));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest));
  return found;
}

function violations(file: string, text: string): string[] {
  const imports = listImports(file, text);
  const folder = topFolder(file);
  const allowed = mayImport[folder];
  const outward = imports.filter(
    (name) => isOurs(name) && ![folder, ...(allowed ?? [])].includes(topFolder(name)),
  );
  const forbidden = [
    ...(allowed ? outward : []),
    ...(['urn', 'core'].includes(folder)
      ? imports.filter((name) => !isOurs(name) && !['node:zlib', 'zod'].includes(name))
      : []),
    ...reserved.flatMap(([what, by]) => (by.test(file) ? [] : imports.filter((name) => what.test(name)))),
  ];
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const held = words.flatMap(([word, by]) => (by.test(file) ? [] : (code.match(word)?.[0] ?? [])));
  const statements = mayHoldSql.test(file) ? [] : splitStatements(text);
  return [...new Set([...forbidden, ...held, ...statements])].map((what) => `${file}: ${what}`);
}

/** Circles of imports, those of types included: the strongly connected components (Tarjan). */
function findCircles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  function visit(file: string): void {
    const imported = [...(graph.get(file) ?? [])];
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    path.push(file);
    for (const next of imported) {
      if (!index.has(next)) visit(next);
      if (path.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = path.splice(path.indexOf(file));
    if (circle.length > 1 || imported.includes(file)) circles.push(circle);
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return circles;
}

const src = fileURLToPath(new URL('src', root));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('db/generated/') && !file.endsWith('.d.ts'))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]));

t.test('no file imports or does what is not its own to do', async (t) => {
  t.ok(files.length > 80, `${files.length} files`);
  for (const [file, text] of texts) t.strictSame(violations(file, text), [], file);
});

t.test('every folder has its rule, and every rule its use', async (t) => {
  for (const folder of new Set(files.map(topFolder))) {
    t.ok(mayImport[folder] ?? putsTogether.includes(folder), folder);
  }
  const used = new Set(
    [...texts].flatMap(([file, text]) =>
      listImports(file, text)
        .filter(isOurs)
        .map((name) => `${topFolder(file)} → ${topFolder(name)}`),
    ),
  );
  const transports = ['graphql', 'http', 'cli', 'startup', 'operations', 'services.ts'];
  for (const [folder, allowed] of Object.entries(mayImport)) {
    if (transports.includes(folder)) continue;
    for (const other of allowed.filter((name) => folder === 'db' || !base.includes(name)))
      t.ok(used.has(`${folder} → ${other}`), `${folder} → ${other} is used`);
  }
});

t.test('no files import each other in a circle', async (t) => {
  const graph = new Map([...texts].map(([file, text]) => [file, listImports(file, text).filter(isOurs)]));
  t.strictSame(findCircles(graph), []);
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  t.strictSame(findCircles(circle), [['a', 'b', 'c']], 'one would be found');
});

/** What each folder of src, and each file beside them, imports of the others. */
function listFolders(imports: Iterable<readonly [file: string, imported: string]>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    const [from, to] = [topFolder(file), topFolder(imported)];
    if (from !== to) folders.set(from, (folders.get(from) ?? new Set()).add(to));
  }
  return folders;
}

t.test('no import between folders runs back up', async (t) => {
  const imports = [...texts].flatMap(([file, text]) =>
    listImports(file, text)
      .filter(isOurs)
      .map((imported) => [file, imported] as const),
  );
  t.ok(listFolders(imports).size > 30);
  t.strictSame(findCircles(listFolders(imports)), []);
  t.strictSame(findCircles(new Map(Object.entries(mayImport))), [], 'and the table allows none');
  for (const [file, text] of [
    ['aspects/x.ts', `import { storedAspects } from '../stored-aspects.js';`],
    ['history/x.ts', `import type { Column } from '../columns/column-store.js';`],
    ['core/x.ts', `export * from '../tags/input.js';`],
  ] as const) {
    const wrong = listImports(file, text).map((imported) => [file, imported] as const);
    const [circle] = findCircles(listFolders([...imports, ...wrong]));
    t.ok(circle?.includes(topFolder(file)), `${file}: ${text}`);
  }
});

t.test('a file that broke a rule would be found', async (t) => {
  for (const [, , [file, text]] of [...reserved, ...words])
    t.equal(violations(file, text).length, 1, `${file}: ${text}`);
  for (const [folder, allowed] of Object.entries(mayImport)) {
    for (const other of Object.keys(mayImport)) {
      const expected = other === folder || allowed.includes(other) ? 0 : 1;
      for (const text of [
        `import {\n  x,\n} from '../${other}/y.js';`,
        `export * from '../${other}/y.js';`,
        `await import('../${other}/y.js')`,
      ])
        t.equal(violations(`${folder}/x.ts`, text).length, expected, `${folder} imports ${other}`);
    }
  }
  t.equal(violations('core/x.ts', `import { readFileSync } from 'node:fs';`).length, 1);
  for (const text of ["query('SELECT 1')", 'query(`\n  UPDATE tags SET name = $1`)'])
    t.equal(violations('tags/x.ts', text).length, 1, text);
  t.strictSame(
    violations('tags/x.ts', `// process.env\n/** Date.now() */\nimport { A } from './store.js';`),
    [],
  );
});
