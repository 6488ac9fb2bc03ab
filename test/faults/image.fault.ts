// deploy/Dockerfile: its steps, executed in a plain folder, and a container of the image as an account without rights.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { root } from '../support/root.js';
import { guarantee } from './guarantee.js';
import { buildImage } from './support/dockerfile.js';
import { freePort } from './support/ports.js';
import { temporaryFolder } from './support/service.js';

const isRoot = process.getuid?.() === 0;
const account = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid!(), gid: process.getgid!() };

t.test('the image is built, starts as an account without rights, is healthy and stops', async (t) => {
  // As in the images of Docker.
  process.umask(0o022);
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  const context = fileURLToPath(root);
  const image = buildImage({ context, dockerfile: 'deploy/Dockerfile', folder, account });
  t.equal(image.user, 'node');

  const dataDir = join(image.root, 'data');
  t.match(statSync(dataDir), { uid: account.uid, gid: account.gid, mode: 0o40700 });
  const options = {
    cwd: join(image.root, image.workdir),
    env: {
      ...image.env,
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: `${await freePort()}`,
      DATA_DIR: dataDir,
    },
    ...(isRoot ? account : {}),
  };
  const [program = '', ...args] = [...image.entrypoint, ...image.command];
  const container = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => container.kill('SIGKILL'));
  let log = '';
  for (const stream of [container.stdout, container.stderr]) stream.on('data', (part) => (log += part));
  const ended = once(container, 'exit');
  const check = ([program = '', ...args]: readonly string[]) =>
    spawnSync(program, args, { ...options, encoding: 'utf8' });
  const startedAt = performance.now();
  while (check(image.healthcheck).status !== 0) {
    if (container.exitCode !== null || performance.now() - startedAt > 60_000) break;
    await sleep(100);
  }
  t.equal(check(image.healthcheck).status, 0, log.slice(-2_000));

  t.match(log, 'creating the embedded database');
  t.notMatch(log, 'creating the tables', 'as a copy of the image of a new one');

  const token = readFileSync(join(dataDir, 'bootstrap-token'), 'utf8').trim();
  const response = await fetch(`http://127.0.0.1:${options.env.PORT}/api/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"query": "{ __typename }"}',
  });
  t.same(await response.json(), { data: { __typename: 'Query' }, extensions: {} });
  container.kill('SIGTERM');
  t.same(await ended, [0, null], log.slice(-2_000));
  t.notOk(check(image.healthcheck).status === 0, 'it is not healthy any more');

  const version = check([...image.entrypoint, '--version']);
  t.match(version.stdout, JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version);
  const megabytes = spawnSync('du', ['--summarize', '--block-size=1M', image.root], { encoding: 'utf8' });
  guarantee(t, 'the steps of the Dockerfile make an image that runs without rights on a read-only tree', {
    MB: Number.parseInt(megabytes.stdout, 10),
  });
});
