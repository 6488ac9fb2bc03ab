import { existsSync, readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { newTokenText, tokenTextPattern } from '../src/access-tokens/token-format.js';
import { variables } from '../src/config.js';
import { privileges } from '../src/core/privileges.js';
import { compilePolicies } from '../src/core/rights.js';
import { policyStore } from '../src/policies/store.js';
import { userStore } from '../src/users/store.js';
import { testDatabase } from './support/database.js';
import { root } from './support/root.js';

const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const [readme, architecture] = [read('README.md'), read('ARCHITECTURE.md')];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

t.test('the regular expression for secret scanners', async (t) => {
  const [pattern = ''] = all(readme, /^```regex\n(.*)\n```$/gm);
  t.equal(pattern, tokenTextPattern);
  const { text } = newTokenText(new Uint8Array(12).fill(255), new Uint8Array(20));
  t.match(text, new RegExp(`^${pattern}$`));
});

t.test('the SQL that makes a user and policies', async (t) => {
  const [sql = ''] = all(readme, /<<'SQL'\n(.*?)^SQL$/gms);
  const db = await testDatabase(t);
  await db.query(sql);
  const ann = 'urn:li:corpuser:ann';
  t.equal((await userStore(db).findMany([ann])).get(ann)?.state, 'ACTIVE');
  const { policies } = await policyStore(db).load();
  const container = { type: 'container', urn: 'urn:li:container:any' };
  t.ok(compilePolicies(policies)(ann, 'GENERATE_PERSONAL_ACCESS_TOKENS'));
  t.ok(compilePolicies(policies)(ann, 'EDIT_ENTITY_TAGS', container));
  t.notOk(compilePolicies(policies)(ann, 'EDIT_ENTITY_TAGS', { ...container, type: 'dataset' }));
});

t.test('what the README names exists', async (t) => {
  const table = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)];
  t.strictSame(Object.fromEntries(table.map(([, name, title]) => [name, title])), privileges);

  const settings = all(readme, /`([A-Z]+(?:_[A-Z]+)+)`/g).filter((name) =>
    /_(URL|DIR|SIZE|BYTES|MS|MAX|PROXIES|MINUTE)|_MAX_/.test(name),
  );
  t.ok(settings.length > 10);
  for (const name of settings) {
    t.ok(name in privileges || name === 'TEST_DATABASE_URL' || variables.includes(name), name);
  }

  for (const name of all(readme, /npm run ([\w:]+)/g)) t.ok(scripts[name], `npm run ${name}`);
  for (const file of all(readme + architecture, /\]\(([^)#:]+)\)/g))
    t.ok(existsSync(new URL(file, root)), file);
});

t.test('the tree of ARCHITECTURE.md is the one on disk', async (t) => {
  const [tree = ''] = all(architecture, /^```\n(src\/\n.*?)^```$/gms);
  const onDisk = readdirSync(new URL('src/', root), { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => name !== 'tsconfig.json');
  t.strictSame(all(tree, /^ {2}([\w.-]+\/?)/gm).sort(), onDisk.sort());
  for (const file of all(architecture, /`((?:src|test|prisma)\/[\w./-]+)`/g)) {
    t.ok(existsSync(new URL(file, root)), file);
  }
});
