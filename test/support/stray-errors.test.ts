import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const loaded = fileURLToPath(new URL('stray-errors.js', import.meta.url));
const tap = import.meta.resolve('tap');

t.test('an uncaught error fails the test that runs, and the others still run', async (t) => {
  const program = `
    import t from '${tap}';
    const never = () => new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    t.test('outer', async (t) => {
      t.test('throws', async () => {
        setTimeout(() => { throw new Error('by a timer'); });
        await never();
      });
      t.test('rejects', async () => {
        setTimeout(() => Promise.reject(new Error('by a promise')));
        await never();
      });
      t.test('next', async (t) => t.pass());
    });
    t.test('last', async (t) => t.pass());`;
  const args = ['--import', loaded, '--input-type=module', '--eval', program];
  const { TAP: _, TAP_CHILD_ID: __, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  t.equal(status, 1);
  const results = [...stdout.matchAll(/^ *((?:not )?ok \d+.*?)(?: #.*)?$/gm)].map(([, line]) => line);
  t.strictSame(results, [
    ...['not ok 1 - by a timer', 'not ok 1 - throws', 'not ok 1 - by a promise', 'not ok 2 - rejects'],
    ...['ok 1 - (unnamed test)', 'ok 3 - next', 'not ok 1 - outer', 'ok 1 - (unnamed test)', 'ok 2 - last'],
  ]);
});
