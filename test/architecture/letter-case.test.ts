import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { root } from '../support/root.js';

t.test('no statement folds case by the locale of the database', async (t) => {
  const folder = new URL('src/', root);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('db/generated/') && name !== 'search/words.ts',
  );
  const found = files.filter((name) =>
    /(?<![.\w])(?:lower|initcap)\(|\bILIKE\b|\bcitext\b/.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  // A URN of one user, in ASCII.
  t.strictSame(found, ['operations/doctor/access-store.ts']);
  t.ok(files.length > 500);
});
