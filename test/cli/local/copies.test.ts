import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { lockFolder } from '../../../src/db/embedded/folder-lock.js';
import { migrationsFolder } from '../../../src/db/migrations/folder.js';
import { fakeCommands } from '../../support/fake-commands.js';

// test/faults/copies.fault.ts copies whole databases.

t.test('backup: refuses what it can not copy, and a file that exists', async (t) => {
  const folder = t.testdir({ a: { postgres: { PG_VERSION: '18\n', base: 'x'.repeat(100_000) } } });
  const path = (name: string) => join(folder, name);
  const { run, printed } = fakeCommands({ env: { DATA_DIR: path('a') } });
  const unlock = lockFolder(path('a'));
  const message = new RegExp(`^Process ${process.pid} uses the embedded database .*kill ${process.pid}`);
  await t.rejects(run('backup', path('x')), { name: 'StartupError', message });
  unlock();
  await run('backup', path('file'));
  t.match(printed.pop(), /file contains the database of \S+ \(\d+\.\d MB\)$/);
  t.equal(statSync(path('file')).mode & 0o777, 0o600);
  await t.rejects(run('backup', path('file')), { name: 'StartupError', message: /already exists/ });
  await t.rejects(run('backup', path('none/x')), { message: /cannot be written by user .*ENOENT/ });
  await t.rejects(run('backup', path('x'), '--data-dir', path('none')), { message: /no embedded database/ });
  const away = fakeCommands({ env: { DATABASE_URL: 'postgresql://x/y' } });
  await t.rejects(away.run('backup', path('x')), { name: 'StartupError', message: /pg_dump/ });
  await t.rejects(away.run('restore', path('file')), { name: 'StartupError', message: /pg_restore/ });
  t.same(readdirSync(folder), ['a', 'file']);
});

t.test('restore: what is no backup, or damaged, or of another PostgreSQL changes nothing', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`f${index}`, `${index}`.repeat(9_999)]),
  );
  const folder = t.testdir({
    a: { postgres: { PG_VERSION: '17\n', ...files } },
    full: { postgres: { x: '' } },
  });
  const path = (name: string) => join(folder, name);
  const { run } = fakeCommands({ env: { DATA_DIR: path('a') } });
  await t.rejects(run('backup', path('x')), { message: /was written by PostgreSQL 17/ });
  writeFileSync(path('a/postgres/PG_VERSION'), '18\n');
  await run('backup', path('whole'));
  const whole = readFileSync(path('whole'));
  writeFileSync(path('cut'), whole.subarray(0, whole.length / 2));
  // The checksum of gzip is in the last eight bytes.
  writeFileSync(
    path('changed'),
    whole.map((byte, index) => (index === whole.length - 6 ? byte ^ 1 : byte)),
  );
  writeFileSync(path('text'), 'no backup');
  writeFileSync(path('zipped'), gzipSync(Buffer.alloc(2048)));
  const old = gunzipSync(whole);
  old.write('17', old.indexOf('18\n'));
  writeFileSync(path('old'), gzipSync(old));

  const restore = (name: string, ...more: string[]) =>
    run('restore', path(name), '--data-dir', path('full'), ...more);
  const unlock = lockFolder(path('full'));
  await t.rejects(restore('whole', '--force'), { message: /^Process \d+ uses/ });
  unlock();
  await t.rejects(restore('whole'), {
    name: 'StartupError',
    message: /is not empty: it has postgres\. .*--force/,
  });
  for (const [name, message] of [
    ['cut', /cannot be read/],
    ['changed', /cannot be read/],
    ['text', /cannot be read.*`catalog import` reads a file of/],
    ['zipped', /cannot be read|is not a backup/],
    ['old', /was written by PostgreSQL 17/],
    ['whole', /cannot be opened/],
  ] as const) {
    await t.rejects(restore(name, '--force'), { name: 'StartupError', message }, name);
    t.same(readdirSync(path('full'), { recursive: true }), ['postgres', 'postgres/x'], name);
  }
  for (const [name, message] of [
    ['nothing', /nothing cannot be read: there is no such file\. Check the path\.$/],
    ['full', /full cannot be read: it is a folder/],
  ] as const)
    await t.rejects(restore(name, '--force'), { name: 'UnreadableFile', message }, name);
  t.same(readdirSync(path('full'), { recursive: true }), ['postgres', 'postgres/x']);
});

t.test('import: refuses other files and other versions before it opens a database', async (t) => {
  const folder = t.testdir();
  const path = (name: string) => join(folder, name);
  const { run } = fakeCommands({ env: { DATA_DIR: path('data') } });
  const migration = readdirSync(migrationsFolder)
    .filter((name) => /^\d/.test(name))
    .sort()
    .at(-1);
  const header = { format: 'catalog-export', version: 1, catalog: '0.2.0', migration };
  for (const [name, content, message] of [
    ['version', { ...header, version: 2 }, /version 2 of the format; this build reads version 1/],
    ['migration', { ...header, migration: '9_new' }, /at the migration 9_new, and this build has 2/],
    ['other', {}, /is not an export of a catalog/],
  ] as const) {
    writeFileSync(path(name), gzipSync(`${JSON.stringify(content)}\n`));
    await t.rejects(run('import', path(name)), { name: 'StartupError', message }, name);
  }
  writeFileSync(path('text'), gzipSync('x\n'));
  await t.rejects(run('import', path('text')), { name: 'StartupError', message: /Line 1 of .* is not JSON/ });
  writeFileSync(path('plain'), '{}');
  await t.rejects(run('import', path('plain')), {
    message: /cannot be read: it is not a complete gzip file/,
  });
  writeFileSync(path('binary'), gzipSync(Buffer.from([0xff, 0x80])));
  await t.rejects(run('import', path('binary')), { message: /is not UTF-8 text\. / });
  await t.rejects(run('import', path('none')), { message: /cannot be read: there is no such file\. / });
  t.notOk(existsSync(path('data')));
});
