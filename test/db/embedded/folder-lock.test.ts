import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { lockFolder } from '../../../src/db/embedded/folder-lock.js';
import { run } from '../../support/processes.js';

const holder = (folder: string) => JSON.parse(readFileSync(join(folder, 'catalog.lock'), 'utf8'));
const leave = (folder: string, content: unknown, name = 'catalog.lock') =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
/** A living process that holds no folder. */
const stranger = async (t: Test) => (await run(t, './hold-folder.js', t.testdir({ elsewhere: {} }))).pid;

/** Locks a folder for this process. */
function take(t: Test, folder: string) {
  const unlock = lockFolder(folder);
  t.match(holder(folder), { pid: process.pid });
  return unlock;
}

const heldBy = (pid: number) => ({ name: 'StartupError', message: new RegExp(`in use by process ${pid} `) });

t.test('a folder is locked and unlocked, and no file remains', async (t) => {
  const folder = t.testdir();
  const unlock = take(t, folder);
  t.strictSame(readdirSync(folder), ['catalog.lock']);
  unlock();
  t.strictSame(readdirSync(folder), []);
  lockFolder(folder)();
});

t.test('a folder that this process already holds can not be locked again', async (t) => {
  const folder = t.testdir();
  const unlock = lockFolder(folder);
  t.throws(() => lockFolder(folder), heldBy(process.pid));
  t.strictSame(readdirSync(folder), ['catalog.lock']);
  unlock();
});

t.test('the lock of a living holder is an error with its PID, that of a killed one taken over', async (t) => {
  const folder = t.testdir();
  const child = await run(t, './hold-folder.js', folder);
  t.equal(child.line, 'held');
  const before = readFileSync(join(folder, 'catalog.lock'), 'utf8');
  t.throws(() => lockFolder(folder), heldBy(child.pid));
  t.throws(() => lockFolder(folder), {
    message: /Stop that process, choose another DATA_DIR, or set DATABASE_URL/,
  });
  t.equal(readFileSync(join(folder, 'catalog.lock'), 'utf8'), before, 'the lock is untouched');
  t.strictSame(readdirSync(folder), ['catalog.lock']);

  await child.kill();
  t.ok(existsSync(join(folder, 'catalog.lock')), 'a killed process leaves its lock');
  const unlock = take(t, folder);
  t.strictSame(readdirSync(folder), ['catalog.lock']);
  unlock();
});

t.test('of many processes that find a dead holder, exactly one gets the folder', async (t) => {
  const folder = t.testdir();
  leave(folder, { pid: 2 ** 22 + 1, began: 'boot/1' });
  const lines = await Promise.all([1, 2, 3].map(async () => (await run(t, './hold-folder.js', folder)).line));
  t.strictSame(lines.sort(), ['StartupError', 'StartupError', 'held']);
});

t.test('a PID that another process has now does not count', async (t) => {
  const folder = t.testdir();
  lockFolder(folder)();
  for (const pid of [process.pid, await stranger(t)]) {
    leave(folder, { pid, began: '00000000-0000-0000-0000-000000000000/1' });
    const unlock = take(t, folder);
    const { began } = holder(folder);
    t.not(began, '00000000-0000-0000-0000-000000000000/1');
    unlock();
  }
});

t.test('without a start time, only the PID decides', async (t) => {
  const folder = t.testdir();
  const pid = await stranger(t);
  leave(folder, { pid, began: null });
  t.throws(() => lockFolder(folder), heldBy(pid));
});

t.test('an unreadable lock is taken over', async (t) => {
  for (const content of ['', 'nonsense', '{"pid":']) {
    const folder = t.testdir();
    leave(folder, content);
    take(t, folder)();
  }
});

t.test('an interrupted takeover does not block the next one; a running one does', async (t) => {
  const folder = t.testdir();
  const dead = { pid: 2 ** 22 + 1, began: 'boot/1' };
  leave(folder, dead);
  leave(folder, dead, 'catalog.lock.takeover');
  lockFolder(folder)();
  t.strictSame(readdirSync(folder), []);

  const pid = await stranger(t);
  leave(folder, dead);
  leave(folder, { pid, began: null }, 'catalog.lock.takeover');
  t.throws(() => lockFolder(folder), heldBy(pid));
  t.strictSame(holder(folder), dead);
});
