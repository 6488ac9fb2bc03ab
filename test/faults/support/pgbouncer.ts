import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { freePort } from './ports.js';
import { temporaryFolder } from './service.js';

export const withoutPgBouncer =
  spawnSync('pgbouncer', ['--version']).status !== 0 &&
  'there is no pgbouncer here (Debian: apt-get install pgbouncer)';

/** Starts PgBouncer in front of a PostgreSQL database; it ends with the test. Returns the URL through it. */
export async function pgbouncer(t: Test, url: string, mode: 'transaction' | 'session'): Promise<string> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const folder = temporaryFolder(t);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const config = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    'default_pool_size = 20',
    '',
  ];
  writeFileSync(file, config.join('\n'));
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString());
  const owner = isRoot ? { uid: id('-u'), gid: id('-g') } : {};
  if (isRoot) for (const path of [folder, users, file]) chownSync(path, id('-u'), id('-g'));
  chmodSync(users, 0o600);
  const child = spawn('pgbouncer', ['-q', file], { stdio: ['ignore', 'ignore', 'inherit'], ...owner });
  t.teardown(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  while (!(await answers(port))) await sleep(20);
  return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
