import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { lockFolder } from '../../../src/db/embedded/folder-lock.js';
import { fakeCommands } from '../../support/fake-commands.js';
import { helpExamples } from '../../support/help-examples.js';

t.test('doctor: all problems of the settings at once, and what to do', async (t) => {
  const { run, printed } = fakeCommands({
    env: { PORT: 'x', LOG_LEVEL: 'y' },
    unknown: ['DATABSE_URL is not a setting'],
  });
  await t.rejects(run('doctor'), { name: 'CommandFailed', message: 'errors: 2, warnings: 1' });
  t.match(printed.join('\n'), /^error {4}settings {5}PORT: .*\n {22}correct it.*\nerror .*LOG_LEVEL: /);
  t.match(printed.join('\n'), 'DATABSE_URL is not a setting');
});

t.test('doctor: a database that is away is an error, and its password is not shown', async (t) => {
  const env = { DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/x', DATA_DIR: t.testdir() };
  const { run, printed } = fakeCommands({ env, root: true });
  await t.rejects(run('doctor', '--json'), { name: 'CommandFailed', message: 'errors: 1, warnings: 1' });
  const { errors, findings } = JSON.parse(printed.join(''));
  t.equal(errors, 1);
  t.match(findings.at(-1), { check: 'database', state: 'error', text: /cannot be reached: .*ECONNREFUSED/ });
  t.notMatch(printed.join(''), 'hunter2');
});

t.test('the examples in the help of serve and doctor run', async (t) => {
  const env = { DATA_DIR: t.testdir() };
  for (const [command, count] of [
    ['serve', 1],
    ['doctor', 3],
  ] as const) {
    const examples = await helpExamples(command);
    t.equal(examples.length, count);
    for (const args of examples) {
      const running = fakeCommands({ env }).run(...args);
      // Here, there is no database.
      if (args.includes('--repair-aspects')) await t.rejects(running, { message: 'errors: 1, warnings: 0' });
      else await running;
    }
  }
});

t.test('doctor: makes no database, and leaves one that is in use alone', async (t) => {
  const folder = t.testdir();
  const { run, printed } = fakeCommands({ env: { DATA_DIR: folder } });
  await run('doctor');
  t.match(printed.join('\n'), 'creates the embedded database');
  t.notOk(existsSync(join(folder, 'postgres')));
  const unlock = lockFolder(folder);
  await run('doctor');
  t.match(printed.join('\n'), `process ${process.pid} uses the embedded database`);
  const elsewhere = fakeCommands({ env: { DATA_DIR: join(folder, 'other') } });
  await elsewhere.run('doctor', '--data-dir', folder);
  t.match(elsewhere.printed.join('\n'), `process ${process.pid} uses the embedded database`);
  const repairing = fakeCommands({ env: { DATA_DIR: folder } });
  await t.rejects(repairing.run('doctor', '--repair-aspects'), { message: 'errors: 1, warnings: 1' });
  t.match(
    repairing.printed.join('\n'),
    /error +aspects +no aspect was repaired\n +do what the other findings say/,
  );
  unlock();
});

t.test('doctor: leaves what a killed start or restore has left to the next start', async (t) => {
  const folder = t.testdir({
    start: { postgres: { PG_VERSION: '18\n' }, 'postgres.unfinished': '' },
    restore: { 'postgres.replaced': { PG_VERSION: '18\n' } },
    empty: { postgres: {} },
  });
  const files = () => readdirSync(folder, { recursive: true }).sort();
  const before = files();
  for (const [name, text] of [
    ['start', /warning +database +the first start was interrupted/],
    ['restore', /warning +database +a restore was interrupted/],
    ['empty', /creates the embedded database/],
  ] as const) {
    const { run, printed } = fakeCommands({ env: { DATA_DIR: join(folder, name) } });
    await run('doctor');
    t.match(printed.join('\n'), text);
  }
  t.same(files(), before);
});
