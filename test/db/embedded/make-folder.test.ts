import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../../../src/db/embedded/make-folder.js';

t.test('a folder is made with its parents, for this account alone; one that is there stays', async (t) => {
  const folder = join(t.testdir(), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  for (const path of [folder, join(folder, '..')]) t.equal(statSync(path).mode & 0o777, 0o700);
});

t.test('what can not be made is told', async (t) => {
  writeFileSync(join(t.testdir(), 'file'), '');
  t.throws(() => makeFolder(join(t.testdirName, 'file')), { code: 'EEXIST' });
  t.throws(() => makeFolder(join(t.testdirName, 'file', 'below')), { code: 'ENOTDIR' });
  if (process.platform === 'linux') t.throws(() => makeFolder('/proc/nope'), { code: 'ENOENT' });
});
