import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { guarantee } from './guarantee.js';
import { main, service } from './support/service.js';
import { fillStarted } from './support/started-folder.js';

const tries = 3;

/** Runs a Node.js process to its end. */
async function ended(args: string[], env: Record<string, string> = {}) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr, ms: performance.now() - startedAt };
}

const quickest = (runs: readonly { ms: number }[]) => Math.round(Math.min(...runs.map(({ ms }) => ms)));

/** Returns all files below a folder with a hash of the content and the modification time. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [
      file,
      createHash('sha1').update(readFileSync(file)).digest('hex'),
      statSync(file).mtimeMs,
    ]);

t.test('a second process on the same folder is rejected', async (t) => {
  const one = await service(t);
  await fillStarted(t, one.dataDir);
  await one.start();
  const lock = join(one.dataDir, 'catalog.lock');
  const second = () => ended([main, 'serve'], { DATA_DIR: one.dataDir });
  const before = contents(one.dataDir);

  const bare = [];
  const refused = [];
  for (let time = 0; time < tries; time += 1) {
    bare.push(await ended(['-e', '0']));
    refused.push(await second());
  }
  const expected = new RegExp(`^The embedded database is in use by process ${one.pid()} .*\n$`);
  for (const { code, stderr } of refused) t.match({ code, stderr }, { code: 1, stderr: expected });
  const [ms, nodeMs] = [quickest(refused), quickest(bare)];
  // A busy machine takes longer for both.
  t.ok(ms < Math.max(1_000, 25 * nodeMs), `${ms} ms, of which Node.js alone takes ${nodeMs}`);

  utimesSync(lock, 0, 0);
  t.equal((await second()).code, 1, 'a live process holds the folder, however old its lock is');
  utimesSync(lock, new Date(), new Date());
  const untouched = ([file]: readonly unknown[]) => file !== lock;
  t.same(contents(one.dataDir).filter(untouched), before.filter(untouched), 'nothing was touched');
  t.equal((await fetch(`${one.url}/health/ready`)).status, 200, 'the first process still serves');

  const dead = one.pid();
  await one.kill();
  t.match(JSON.parse(readFileSync(lock, 'utf8')), { pid: dead }, 'a killed process leaves its lock');
  await one.start();
  t.match(JSON.parse(readFileSync(lock, 'utf8')), { pid: one.pid() }, 'the next process takes the lock over');
  t.match(await second(), { code: 1, stderr: `in use by process ${one.pid()} ` });
  guarantee(
    t,
    'a second process on the embedded folder is rejected at once; the lock of a dead one is taken over',
    {
      tries: tries + 2,
      refused: tries + 2,
      'after ms': ms,
      'of them Node.js alone': nodeMs,
    },
  );
});
